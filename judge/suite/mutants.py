"""x"""
def load(target, controls): return []
