import { describe, expect, test } from 'vitest'
import type { SessionContext } from '@shared/session/session-context'
import type { TurnTrace } from '@shared/session/turn-trace'
import { AnswerWriter } from '@engine/answer/citations/cite'
import { overviewWords } from '@engine/pipeline/forms/overview/overview-words'
import { writeOverview } from '@engine/pipeline/forms/overview/write-overview'
import { toPassage } from '@engine/retrieval/passage'
import { redactSession } from '@engine/session/export/redaction/redact'
import { one, recordedSession } from './recorded-session'

const both = { sensitive: true, paths: true }
const lead = 'The 2 documents have these themes:\n\n'
const lines = ['- **Zephyr, Harbour** (2 names, 1 document): ', '\n- **Garden, Rose** (2 names, 1 document): '] as const

/** An overview of two themes; of the first speaks a passage that is secret, or neither does. */
function overview(isSecret: boolean): SessionContext {
  const context = recordedSession('s1', [
    {
      id: 't1',
      question: 'What is all this about?',
      cites: [
        { says: 'Talks began in May.', ...(isSecret ? { sensitivity: 'secret' as const } : {}) },
        { says: 'Roses need sun.' },
      ],
    },
  ])
  const [, answer] = context.session.messages
  const [trace] = context.session.turns ?? []
  if (!answer || !trace) throw new Error('no turn')
  answer.content = `${lead}${lines[0]}Talks began in May. [1]${lines[1]}Roses need sun. [2]`
  trace.refs = trace.refs.map((ref, at) => {
    const start = answer.content.indexOf(at === 0 ? 'Talks' : 'Roses')
    return { ...ref, response_start: start, response_end: start + ref.response_end - ref.response_start }
  })
  trace.basis = basis([
    { title: 'Zephyr, Harbour', names: 2, documents: 1, sentences: [{ evidence_id: 't1-e1', start: 8, end: 27 }] },
    { title: 'Garden, Rose', names: 2, documents: 1, sentences: [{ evidence_id: 't1-e2', start: 8, end: 23 }] },
  ])
  return context
}

function basis(
  themes: NonNullable<NonNullable<TurnTrace['basis']>['overview']>['themes'],
): NonNullable<TurnTrace['basis']> {
  const passages = ['t1-e1', 't1-e2'].map((evidence_id) => ({ evidence_id, score: 1, length: 35 }))
  const rewrite = { standalone: '', parts: [], queries: [] }
  const lookups = { chunks: 0, frequencies: {}, terms: {} }
  const unread = { failed: 0, waiting: 0 }
  const parts = { gaps: [], unread, unread_parts: [], has_documents: true, lookups, quoted: false, nearest: [] }
  const reach = { read: 2, failed: 0, waiting: 0 }
  const found = { topic: null, total: 2, reach, themes }
  return { passages, language: 'en', rewrite, survey: null, overview: found, absent: [], ...parts }
}

describe('an overview that a secret passage speaks in', () => {
  // Catches names of a secret document that are told as the name of a theme.
  test('is exported without what that says, without the name of its theme, and without what it was composed from', () => {
    const { answer, trace } = one(redactSession(overview(true), both).context, 't1')
    expect(answer).toBe(`${lead}- **[redacted]** (2 names, 1 document): [redacted] [1]${lines[1]}Roses need sun. [2]`)
    expect(trace.basis).toBeUndefined()
    expect(JSON.stringify(trace)).not.toContain('Zephyr')
  })

  test('stays as it is where none does', () => {
    expect(redactSession(overview(false), both).context).toEqual(overview(false))
  })
})

// Catches a theme that is called by the name of a hidden document and is exported with what an answer was composed from.
test('a theme with the name of a hidden document takes what the answer was composed from with it', () => {
  const hidden = { has: () => false, names: ['Zephyr, Harbour'] }
  const { trace } = one(redactSession(overview(false), { ...both, hidden }).context, 't1')
  expect(trace.basis).toBeUndefined()
})

function passageOf(id: string, text: string) {
  const names = { id, doc_id: id, doc_name: id, title: id, revision: '1', collection: 'c', format: 'text', context: '' }
  const chunk = { ...names, index: 0, text, start: 0, end: text.length, page: null, heading_path: [], token_count: 1 }
  const found = { ...chunk, window_start: 0, window_end: text.length }
  return toPassage({ chunk: found, vector: new Float32Array(), search: '' }, [])
}

/** As the pipeline writes it, with a theme of that name; `more` is what is said behind. */
function overviewCalled(title: string, more: string): SessionContext {
  const context = overview(true)
  const [, answer] = context.session.messages
  const [trace] = context.session.turns ?? []
  const themes = trace?.basis?.overview?.themes.map((theme, at) => (at === 0 ? { ...theme, title } : theme)) ?? []
  if (!answer || !trace?.basis?.overview) throw new Error('no overview')
  trace.basis.overview.themes = themes
  const passages = [
    passageOf('t1-e1', 'Before. Talks began in May. After.'),
    passageOf('t1-e2', 'Before. Roses need sun. After.'),
  ]
  const placed = themes.map((theme, at) => ({
    ...theme,
    sentences: theme.sentences.flatMap(({ start, end }) => {
      const passage = passages[at]
      return passage ? [{ passage, start, end }] : []
    }),
  }))
  const writer = new AnswerWriter(passages, ['t1-e1', 't1-e2'])
  const reach = { read: 2, failed: 0, waiting: 0 }
  writeOverview({ topic: null, total: 2, reach, themes: placed }, passages, writer, overviewWords.en)
  const { response, refs } = writer.done()
  answer.content = response + more
  trace.refs = [...refs]
  return context
}

// Catches the name of a theme that is written otherwise than it is called and so is not found, or found only once.
test.each([
  ['Zephyr | Harbour', 'Zephyr ｜ Harbour'],
  ['Zephyr, Harbour [3]', 'Zephyr, Harbour ［3］'],
  ['*Zephyr*, **Harbour**', 'Zephyr, Harbour'],
  ['Zephyr\n Harbour', 'Zephyr Harbour'],
  ['Zephyr|x', 'Zephyr｜x'],
  ['Zephyr', 'Zephyr'],
  ['西风港|湖 [3]', '西风港｜湖 ［3］'],
])('the name %s of a secret theme goes wherever an answer has it', (title, written) => {
  const context = overviewCalled(title, `\n\n**${written}** is the main one (“${title}”). So is ${written}.`)
  expect(context.session.messages[1]?.content).toContain(`- **${written}** (2 names, 1 document): Talks`)
  const { answer, trace } = one(redactSession(context, both).context, 't1')
  expect(answer).not.toMatch(/Zephyr|Harbour|西风港|湖/u)
  expect(answer).toContain('- **[redacted]** (2 names, 1 document): [redacted] [1]')
  expect(answer).toContain('- **Garden, Rose** (2 names, 1 document): Roses need sun. [2]')
  expect(answer).toContain('**[redacted]** is the main one')
  expect(JSON.stringify(trace)).not.toMatch(/Zephyr|西风港/u)
})

test('the name of a secret theme stays where it is part of another word, and numbers stay', () => {
  const { answer } = one(
    redactSession(overviewCalled('Art', '\n\nA party of 3 started. Art ends.'), both).context,
    't1',
  )
  expect(answer).toContain('A party of 3 started. [redacted] ends.')
})

test('what the compared column of a secret table is called is left out', () => {
  const context = overview(true)
  const [, answer] = context.session.messages
  const basisOf = context.session.turns?.[0]?.basis
  if (!answer || !basisOf) throw new Error('no turn')
  answer.content += '\n\nHighest “Ransom” of all 3 rows of “list”.'
  const order = { end: 'highest', of_time: false, compared: 3, total: 3, rows: [] } as const
  basisOf.extreme = { document: 'd', title: 'list', column: 'Ransom', ...order, rows: [] }
  const { answer: exported } = one(redactSession(context, both).context, 't1')
  expect(exported).toContain('Highest “[redacted]” of all 3 rows')
})
