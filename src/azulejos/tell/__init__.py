def choice(game, state, number, language):
    return ""
