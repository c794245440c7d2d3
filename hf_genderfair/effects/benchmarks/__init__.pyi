from .occupations import OccupationOdds as OccupationOdds
