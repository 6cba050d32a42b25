import { expect, test } from 'vitest'
import { Calculator } from '@engine/tools/calculator/calculator'
import { createToolChannel } from '@engine/tools/tool-channel'
import { fakeRooms, runTurn } from '../../../fakes/pipeline-rooms'

const calculator = new Calculator()
const tools = createToolChannel({
  tools: () => [calculator],
  call: (_, args, context) => calculator.run(args as { expression: string }, context),
  log: () => undefined,
})

// Would catch a sum that is told in English in a Chinese window, and an English question that is told in Chinese there.
test.each([
  ['sqrt(16) * 2', 'zh', /。/u],
  ['sqrt(16) * 2', 'en', /^[^\p{Script=Han}]*$/u],
  ['890000 * 15%', 'zh', /。/u],
  ['What is 15% of 890000?', 'zh', /^[^\p{Script=Han}]*$/u],
  ['890000的15%是多少？', 'en', /。/u],
] as const)('%s in a window of %s', async (question, language, words) => {
  const { rooms } = await fakeRooms([{ name: 'a.md', text: 'The handbook is about pumps.' }])
  const final = (await runTurn(question, { ...rooms, tools }, { language })).at(-1)
  const events = final?.type === 'final' ? final : undefined
  expect(events?.response).toMatch(words)
})
