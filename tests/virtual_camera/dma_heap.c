/* /dev/dma_heap out of ordinary memory, for computers whose kernel has none: LD_PRELOAD it.
 *
 * libcamera and picamera2 ask it for buffers (DMA_HEAP_IOCTL_ALLOC) and name, lock and unlock them ('b' ioctls).
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <linux/dma-heap.h>
#include <stdarg.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#define HEAPS "/dev/dma_heap/"
#define DMA_BUF_MAGIC 'b'

typedef int (*opening)(const char *, int, ...);
typedef int (*controlling)(int, unsigned long, ...);

static int opened(const char *real, const char *path, int flags, mode_t mode)
{
	if (strncmp(path, HEAPS, sizeof(HEAPS) - 1) == 0)
		return memfd_create("heap", MFD_CLOEXEC);
	return ((opening)dlsym(RTLD_NEXT, real))(path, flags, mode);
}

#define OPEN(name)                                                  \
	int name(const char *path, int flags, ...)                  \
	{                                                           \
		va_list rest;                                       \
		va_start(rest, flags);                              \
		mode_t mode = va_arg(rest, mode_t);                 \
		va_end(rest);                                       \
		return opened(#name, path, flags, mode);            \
	}

OPEN(open)
OPEN(open64)

static int allocated(struct dma_heap_allocation_data *wanted)
{
	int fd = memfd_create("buffer", MFD_CLOEXEC);
	if (fd < 0 || ftruncate(fd, (off_t)wanted->len) < 0)
		return -1;
	wanted->fd = (unsigned)fd;
	return 0;
}

int ioctl(int fd, unsigned long request, ...)
{
	va_list rest;
	va_start(rest, request);
	void *argument = va_arg(rest, void *);
	va_end(rest);
	if ((unsigned)request == (unsigned)DMA_HEAP_IOCTL_ALLOC)
		return allocated(argument);
	if (_IOC_TYPE(request) == DMA_BUF_MAGIC)
		return 0;
	return ((controlling)dlsym(RTLD_NEXT, "ioctl"))(fd, request, argument);
}
