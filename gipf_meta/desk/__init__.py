"""The screens around the boards (menus, lists, forms): built once, as parts that every page can
show."""
