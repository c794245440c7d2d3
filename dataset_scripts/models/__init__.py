"""Programs that make the models and the fitted weights that the package ships."""
