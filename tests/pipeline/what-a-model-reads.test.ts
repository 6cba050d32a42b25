import { beforeAll, describe, expect, test } from 'vitest'
import type { CairnEvent } from '@shared/events'
import type { FakeDocument } from '../fakes/chunk-index'
import { type FakeModelOptions, fakeLanguageModels } from '../fakes/language-models'
import { fakeRooms, outline, runTurn } from '../fakes/pipeline-rooms'

const documents: readonly FakeDocument[] = [
  { name: 'leave-rules.md', text: 'Staff have 25 days of leave a year. Unused days end in March of the next year.' },
  { name: 'levels.md', text: 'The water level is measured every 15 minutes by a radar gauge.' },
  { name: 'kitchen.md', text: 'The kitchen closes at nine. Whoever cooks cleans the stove.' },
]

// The labelled examples are embedded once, which takes longer than a stage has.
beforeAll(async () => {
  await (await fakeRooms([])).rooms.intents.rank('')
})

async function conversation(scripts: FakeModelOptions['scripts'], docs = documents) {
  const models = fakeLanguageModels({ scripts })
  const fake = await fakeRooms(docs)
  const rooms = { ...fake.rooms, models }
  let turn = 0
  const ask = (question: string, more = {}) => {
    turn += 1
    return runTurn(question, rooms, { turnId: `t${turn}`, ...more })
  }
  const prompts = () => models.asked.filter(({ task }) => task === 'answer').map(({ messages }) => messages)
  return { ask, prompts, models }
}

const shortcuts = (events: readonly CairnEvent[]) => outline(events).filter((word) => word.startsWith('shortcut'))
const responseOf = (events: readonly CairnEvent[]) => events.find((event) => event.type === 'final')?.response ?? ''

describe('what a language model reads', () => {
  // Catches a floor that was fitted for quoting: a wish in other words than the document's never reached the model.
  test('is also what would not be quoted, as long as it shares a word with the question', async () => {
    const { ask, prompts } = await conversation({ answer: ['Leave is 25 days [1].'] })
    const events = await ask(
      'Write a cheerful note to new colleagues explaining how holidays and leave work around here',
    )
    expect(shortcuts(events)).toEqual([])
    expect(prompts()[0]?.at(-1)?.content).toContain('25 days of leave')
  })

  // Catches a prompt filled with passages that have nothing to do with the question.
  test('is nothing that shares no word with the question', async () => {
    const { ask, prompts } = await conversation({ answer: ['Every 15 minutes [1].'] })
    await ask('How often is the water level measured?')
    expect(prompts()[0]?.at(-1)?.content).not.toContain('stove')
  })

  test('is nothing at all where no document shares a word with it: the model is not asked', async () => {
    const { ask, prompts } = await conversation({ answer: ['Reykjavik [1].'] })
    expect(shortcuts(await ask('Who won the chess championship in Reykjavik?'))).toEqual(['shortcut C'])
    expect(prompts()).toEqual([])
  })

  // Catches an excerpt of a document that would have fitted: the model cannot translate what it does not see.
  test('is all of a document that the question names', async () => {
    const { ask, prompts } = await conversation({ answer: ['Erledigt [1].'] })
    await ask('Translate kitchen.md into German')
    expect(prompts()[0]?.at(-1)?.content).toContain('Whoever cooks cleans the stove.')
  })

  // Catches "translate that": a wish about the last answer shares no word with what that answer rests on.
  test('is what the last answer cites', async () => {
    const { ask, prompts } = await conversation({ answer: ['It is measured every 15 minutes [1].'] })
    await ask('How often is the water level measured?')
    await ask('Now say that in French, please')
    const [history, last] = [prompts()[1]?.slice(0, -1) ?? [], prompts()[1]?.at(-1)?.content ?? '']
    expect(last).toContain('radar gauge')
    expect(history.map(({ content }) => content).join(' ')).toContain('every 15 minutes.')
    expect(history.map(({ content }) => content).join(' ')).not.toMatch(/[[［]1/u)
  })

  // Catches a passage of the last answer that goes to the model although this question's filter leaves it out.
  test('is not what the last answer cites where the question is limited to other documents', async () => {
    const { ask, prompts } = await conversation({ answer: ['It is measured every 15 minutes [1].'] })
    await ask('How often is the water level measured?')
    await ask('When does the kitchen close?', { filter: { documents: ['d2'] } })
    expect(prompts()[1]?.at(-1)?.content).toContain('stove')
    expect(prompts()[1]?.at(-1)?.content).not.toContain('radar gauge')
  })

  // Catches a model's failure that turns passages which only come near into an answer.
  test('leads no answer where the model fails, however much of it was read', async () => {
    const { ask } = await conversation({ answer: [{ fail: new Error('gone') }] })
    const events = await ask('Write a cheerful poem about colleagues who cook for the whole station')
    const final = events.at(-1)
    expect(final?.type === 'final' && final.outcome).toMatch(/^(?:closest|nothing)$/u)
    expect(responseOf(events)).not.toBe('')
  })
})

describe('a wording in the other language', () => {
  const sheets = Array.from({ length: 8 }, (_, n) => {
    return { name: `sheet-${n}.md`, text: `Sheets of kind ${n} are kept where gaps in the shelf are left.` }
  })
  const docs = [...sheets, { name: '水位程序.md', text: '缺测少于两小时的可以插补。校核表保存十年。' }]
  const question = 'Which gaps do we fill and where are the sheets kept?'
  const understand = [
    JSON.stringify({
      standalone: question,
      parts: ['Which gaps do we fill?', 'Where are the sheets kept?'],
      queries: ['gaps filled', 'place of the sheets', '缺测 插补 校核表'],
      intents: [{ kind: 'KB', topic: '', confidence: 0.98 }],
    }),
  ]

  // Catches a question in two parts whose wording for the Chinese documents is cut before it is searched.
  test('is searched whatever parts a question has', async () => {
    const { ask, prompts } = await conversation({ understand, answer: ['Gaps below two hours [1].'] }, docs)
    await ask(question)
    expect(prompts()[0]?.at(-1)?.content).toContain('校核表保存十年')
  })
})

describe('a follow-up', () => {
  // Catches "how does it work?" about a pump that is answered with what Cairn can do.
  test('with a pronoun is never taken for a question about Cairn', async () => {
    const { ask } = await conversation({ answer: ['It is measured by a radar gauge [1].'] })
    await ask('How often is the water level measured?')
    expect(shortcuts(await ask('How does it work?'))).toEqual([])
  })
})

describe('a model that finds no answer', () => {
  // Catches an honest refusal that is written twice, and waited for twice, where nothing more comes near the question.
  test('is not asked again where a wider search holds nothing more that reaches the floor', async () => {
    const pumps = Array.from({ length: 40 }, (_, n) => {
      return { name: `pump-${n}.md`, text: `Pump number ${n} moves ${n + 20} litres per second.` }
    })
    const { ask, prompts } = await conversation({ answer: ['The evidence does not answer this.'] }, pumps)
    await ask('Write a cheerful poem about a pump that colleagues might enjoy at the party')
    expect(prompts()).toHaveLength(1)
  })

  // Catches a first search that was too narrow and is taken for the last word.
  test('is asked once more from a wider search, and the better answer stays', async () => {
    const pumps = Array.from({ length: 16 }, (_, n) => {
      return { name: `pump-${n}.md`, text: `Pump number ${n} moves ${n + 20} litres per second.` }
    })
    let call = 0
    const answer = () =>
      ++call === 1 ? ['The evidence does not answer this.'] : ['It moves 31 litres per second [1].']
    const { ask, prompts } = await conversation({ answer }, pumps)
    const events = await ask('How many litres does the pump move?')
    expect(prompts()).toHaveLength(2)
    const fences = prompts().map((messages) => messages.at(-1)?.content.match(/<evidence /gu)?.length ?? 0)
    expect(fences[1]).toBeGreaterThan(fences[0] ?? Infinity)
    expect(responseOf(events)).toContain('31 litres')
  })
})
