"""*Male* and *female* as words for animals or plants."""

from __future__ import annotations

import re

ANIMAL = "an animal"

NEAR = 250
"""Number of characters around a word that are searched for words about animals."""

SIGNS = frozenset(
    "species subspecies genus plumage plumages feather feathers feathered nest nests nesting nested nestling nestlings "
    "egg eggs clutch hatch hatched hatchling hatchlings incubate incubates incubated incubation beak beaks antler "
    "antlers forewing forewings hindwing hindwings wingspan larva larvae pupa pupae spawn spawning moth moths bird "
    "birds frog frogs toad toads spider spiders beetle beetles wasp wasps bee bees ant ants mosquito mosquitoes "
    "butterfly butterflies lion lions lioness tiger tigers wolf wolves elephant elephants giraffe giraffes rhino "
    "rhinos panda pandas monkey monkeys ape apes chimpanzee chimpanzees gorilla gorillas baboon baboons whale whales "
    "dolphin dolphins seals shark sharks salmon trout lizard lizards snake snakes turtle turtles tortoise tortoises "
    "crocodile crocodiles deer moose elk antelope antelopes cattle cow cows bull bulls sheep goat goats pig pigs horse "
    "horses mare mares stallion stallions foal foals rat rats mice mouse rabbit rabbits hamster hamsters ferret "
    "ferrets squirrel squirrels bats dog dogs puppy puppies pup pups cat cats kitten kittens duck ducks geese swan "
    "swans parrot parrots penguin penguins peacock peacocks pheasant pheasants chicken chickens hen hens owl owls "
    "snail snails crab crabs insect insects mammal mammals reptile reptiles cub cubs calves litter pollen stamens "
    "catkins inflorescence inflorescences moult mating courtship territorial predators nominate dimorphism coloration "
    "underparts upperparts dorsal ventral abdomen thorax antennae".split()
)
PLANTS = re.compile(r" (?:flower|cone|plant|catkin|gamete|organ)s?\b")
GROWN = re.compile(r"\b(?:adult|juvenile|immature|breeding|mature) (?:fe)?males?\b", re.IGNORECASE)
SIZE = re.compile(r"\b\d[\d.,]*\s?(?:mm|cm|millimet\w+|centimet\w+)\b")
LETTERS = re.compile(r"[a-z]+")


def is_animal(text: str, start: int, end: int) -> bool:
    """Tell whether *male*, *females* and the like mean animals, by the words around.

    Returns:
        Whether a word nearby says so: *the male builds the nest*, *the adult male is 12 mm long*.

    Example:
        >>> text = "The male feeds the young in the nest."
        >>> is_animal(text, 4, 8), is_animal("The male was arrested.", 4, 8)
        (True, False)
    """
    near = text[max(0, start - NEAR) : end + NEAR]
    if PLANTS.match(text, end) or not SIGNS.isdisjoint(LETTERS.findall(near.lower())):
        return True
    return GROWN.search(near) is not None and SIZE.search(near) is not None
