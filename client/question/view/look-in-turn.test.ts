import { expect, test } from 'vitest'
import { lookInTurn } from './use-question-view.ts'

/** Creates asks that the test answers one by one, each with the state at the time it was begun. */
function asking() {
  const shown: string[] = []
  const answers: (() => void)[] = []
  const world = { state: 'before' }
  const looks = lookInTurn(() => {
    const seen = world.state
    return new Promise((resolve) => {
      answers.push(() => {
        shown.push(seen)
        resolve()
      })
    })
  })
  const settle = () => new Promise((resolve) => setTimeout(resolve))
  return { ...looks, shown, answers, world, settle }
}

test('what is asked already is not asked twice', async () => {
  const { look, shown, answers } = asking()
  const both = Promise.all([look(), look()])
  expect(answers).toHaveLength(1)
  answers[0]?.()
  await both
  expect(shown).toEqual(['before'])
})

test('what was done while an older answer was on its way is seen at once, and asked for once', async () => {
  const { look, lookAgain, shown, answers, world, settle } = asking()
  const poll = look()
  world.state = 'rated'
  const after = Promise.all([lookAgain(), lookAgain()])
  answers[0]?.()
  await poll
  await settle()
  expect(answers).toHaveLength(2)
  answers[1]?.()
  await after
  expect(shown).toEqual(['before', 'rated'])
})
