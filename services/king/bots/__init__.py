"""How King's bots think: cards as numbers, a judgement of every card, and worlds in which hands are played out."""
