# SPDX-License-Identifier: MIT
"""The characters of data/characters, by kind."""
