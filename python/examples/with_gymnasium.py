"""A level that an agent changes tile by tile, as in PCGRL. Needs gymnasium."""

from marahel.gym import LevelEnv

env = LevelEnv("binary", "narrow")
env.action_space.seed(1)
for episode in range(3):
    observation, info = env.reset(seed=episode)
    total, is_over = 0.0, False
    while not is_over:
        action = env.action_space.sample()  # here your policy looks at the observation
        observation, reward, is_done, is_cut, info = env.step(action)
        total += reward
        is_over = is_done or is_cut
    print(f"episode {episode}: gained {total:+.3f}, scores", info["scores"])
