"""Joins the rooms: command line, settings, service, installer."""
