import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { run } from '../../../../bench/answers/people-bench'
import { peopleFigures } from '../../../../bench/answers/people/people-figures'
import type { PeopleOutcome } from '../../../../bench/answers/people/people-outcome'
import { missingGroups, promptFigures } from '../../../../bench/answers/people/prompt-evidence'
import type { StandInPrompt } from '../../../../bench/stand-in/stand-in-prompt'

const base = { kind: 'fact', language: 'en', documents: [], answer: '', reach: true, previous: [] }
const questions = [
  {
    ...base,
    id: 'one',
    question: 'When was the pump of Ellerby built?',
    previous: ['Who built the pump of Ellerby?'],
    key: [['never said', 'BUILT by  maria holt']],
  },
  { ...base, id: 'two', question: 'How deep is the well of Ellerby?', key: [['twenty metres'], ['thirty metres']] },
  { ...base, id: 'hello', kind: 'small-talk', question: 'hello', key: [], reach: false },
]

let folder = ''
let common: string[] = []
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cairn-people-test-'))
  for (const [name, text] of [
    ['pumps', 'The pump of Ellerby was built\nby Maria Holt in 1911. It still runs.'],
    ['wells', 'The well of Ellerby is twenty metres deep.'],
  ] as const) {
    await mkdir(join(folder, name))
    await writeFile(join(folder, name, `${name}.txt`), text)
  }
  const file = join(folder, 'questions.json')
  await writeFile(file, JSON.stringify({ version: 1, questions }))
  common = ['--questions', file, '--documents', `${join(folder, 'pumps')},${join(folder, 'wells')}`]
})
afterAll(() => rm(folder, { recursive: true, force: true }))

async function report(...args: string[]) {
  const printed: string[] = []
  const told: string[] = []
  const io = {
    print: (line: string) => void printed.push(line),
    progress: (line: string) => void told.push(line),
    resources: 'resources',
  }
  await run([...common, ...args], io)
  return { text: printed.join(''), figures: JSON.parse(printed.join('')) as unknown, told: told.join('\n') }
}

describe('bench people', () => {
  // Would catch prompts of the questions before it that are counted as its own, and keys that are looked for in the question.
  it('reads what a model is sent, and says nothing of a question’s words unless it is asked to', async () => {
    const { figures, text, told } = await report('--with-model')
    expect(figures).toMatchObject({
      with_model: true,
      documents: 2,
      questions: 3,
      fixed: 1,
      reached: 2,
      kept_wrongly: 0,
      keyed: 2,
      key_in_prompt: 1,
      // A key that spans two lines is there; of the other only one of two groups is.
      keys_in_no_document: 1,
      by_kind: { fact: { questions: 2, reached: 2 }, 'small-talk': { questions: 1, reached: 0, keyed: 0 } },
      by_language: { en: { questions: 3 } },
    })
    expect(text + told).not.toMatch(/how deep|thirty metres/iu)
    expect(told).toMatch(/^people: in no document .* of two$/mu)
  })

  it('names what is missing in a line a question, for those it was given', async () => {
    const { figures, told } = await report('--with-model', '--only', 'two', '--verbose')
    expect(figures).toMatchObject({ questions: 1 })
    expect(told).toMatch(/^two; fact; en; reached; .*lacks thirty metres/mu)
    expect(told).not.toMatch(/lacks .*twenty/u)
  })

  it('says what people get without a model', async () => {
    const { figures } = await report('--every', '2')
    expect(figures).toMatchObject({ with_model: false, questions: 2, fixed: 1, asked_back: 0 })
    expect(figures).not.toHaveProperty('reached')
  })

  it('refuses a question it does not know, and a number that is none', async () => {
    await expect(report('--only', 'three')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
    await expect(report('--every', '0')).rejects.toMatchObject({ code: 'INVALID_INPUT' })
  })
})

describe('its figures', () => {
  const outcome = (reach: boolean, reached: boolean, missing: string[][], key = [['a']]): PeopleOutcome => ({
    question: { id: '', kind: 'fact', language: 'en', question: '', previous: [], key, reach },
    given: 'answered',
    byTool: reached ? null : 'table_query',
    degraded: [],
    prompt: reached ? { passages: 2, documents: 1, characters: 100, tokens: 30 } : null,
    missing,
    answerCalls: Number(reached),
    understandingCalls: 0,
  })

  // Would catch a share that leaves out what never reached the model, or blames it for what need not.
  it('count a question that was kept as one without its key, but not one that may be', () => {
    const outcomes = [
      outcome(true, true, []),
      outcome(true, true, [['a']]),
      outcome(true, false, [['a']]),
      outcome(true, true, [], []),
      outcome(false, false, [['a']]),
    ]
    expect(peopleFigures(outcomes, true)).toMatchObject({
      reached: 3,
      kept_wrongly: 1,
      kept_wrongly_share: 0.25,
      kept_for_tool: 1,
      keyed: 3,
      key_in_prompt: 1,
      key_in_prompt_share: 0.333,
      key_in_prompt_share_of_reached: 0.5,
      prompt: { passages: { mean: 2, median: 2 }, characters: { mean: 100 } },
    })
  })

  // Would catch a key that is found in the instructions or in what was said before, and a title with a sign of the fence in it.
  it('look for keys in the evidence alone', () => {
    const content = [
      'the sky is red\n\nEvidence:',
      '[1] <evidence source="Skies > clouds › Colours › page 2">\nThe sky  is\nＢＬＵＥ.\n</evidence>',
      '[2] <evidence source="Skies > clouds">\nmore\n</evidence>',
      'Question: is the sky green',
    ].join('\n\n')
    const messages = [
      { role: 'user', content: 'before' },
      { role: 'assistant', content: 'the sky is grey' },
      { role: 'user', content },
    ]
    const system = 'Between <evidence> and </evidence> is quotation.'
    const prompt: StandInPrompt = { model: '', hash: '', system, messages, form: null, maxTokens: 1 }
    const groups = ['the sky is blue', 'the sky is red', 'the sky is green', 'the sky is grey'].map((text) => [text])
    expect(missingGroups(prompt, groups)).toEqual(groups.slice(1))
    expect(promptFigures(prompt)).toMatchObject({ passages: 2, documents: 1 })
  })
})
