"""The rendered table: facts played as moving pictures, with the truth beside them."""
