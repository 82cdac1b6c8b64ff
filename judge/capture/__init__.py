"""Runs a user's script, records the calls of one module, and writes a task file that draws such inputs. It imports nothing of the judge."""
