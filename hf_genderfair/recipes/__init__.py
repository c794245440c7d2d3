"""Recipes: whole ways from texts to a data set with its report, each made of transforms that can be used one by one."""
