import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import ts from 'typescript'
import { describe, expect, test } from 'vitest'

const engine = join(import.meta.dirname, '../../electron/engine')
/** The rooms behind the reading: who finds, answers and judges. */
const rooms = ['answer', 'critic', 'pipeline', 'retrieval']
/** Where a question is read or written down: stages 1 to 3 and what they use, what is said to a model, and the records. */
const reading = /^pipeline\/(?:stages\/[1-3]-|intent\/|rewrite\/|prompts\/|records\/|model-calls\/)/u
/** Who else may, and why. Every entry must still be needed. */
const exceptions: Readonly<Record<string, string>> = {
  'pipeline/replay/expected-words.ts':
    'words of any text: an expected answer that only repeats the question says nothing',
  'pipeline/stages/4-ambiguity-guide.ts':
    'puts a title where the question says "it", and compares with the question before',
  'pipeline/suggest/suggest-follow-ups.ts': 'questions that Cairn itself suggests',
  'pipeline/tool-calls/choose-tools.ts': 'stage 3: puts the question to the tools, which read it by rules of their own',
  'pipeline/turn-cache.ts': 'a key',
  'pipeline/upkeep/session-title.ts': 'the title of a session',
  'retrieval/question/character-overlap.ts': 'looks words up in the library',
  'retrieval/question/doubtful-words.ts': 'looks words up in the library',
  'retrieval/question/key-terms.ts': 'looks words up in the library',
  'retrieval/question/query.ts': 'any text as a full-text query',
  'retrieval/question/spelling.ts': 'looks words up in the library',
  'retrieval/question/wording.ts': 'looks words up in the library',
  'retrieval/relevance.ts': 'looks words up in the library',
  'retrieval/retrieve.ts': 'looks words up in the library',
  'retrieval/terms/cross-language.ts': 'looks words up in the term table',
  'answer/sentences/score-sentences.ts': 'codes such as TKT-1042, compared with those of every sentence',
}

const files = rooms.flatMap((room) =>
  readdirSync(join(engine, room), { recursive: true, encoding: 'utf8' })
    .map((file) => `${room}/${file.replaceAll('\\', '/')}`)
    .filter((file) => file.endsWith('.ts') && !reading.test(file)),
)

/** Names that stand for the text of a question, wherever they come from. */
const isNamedQuestion = /(?:^|\.)(?:question|standalone)$|\b(?:asked|question)\.(?:text|written)$/u
/** What is held against a pattern stands behind the first two, and before the others. */
const byPattern = new Set(['test', 'exec'])
const byText = new Set(['match', 'matchAll', 'replace', 'replaceAll', 'search', 'split'])

/** Lines of a file that take a question as bare text, or hold a pattern against one. */
function readingsIn(text: string): string[] {
  const source = ts.createSourceFile('x.ts', text, ts.ScriptTarget.Latest, true)
  const found: string[] = []
  const visit = (node: ts.Node): void => {
    const isBare =
      ts.isParameter(node) && node.name.getText() === 'question' && node.type?.kind === ts.SyntaxKind.StringKeyword
    if (isBare || (ts.isCallExpression(node) && isMatched(node))) found.push(node.getText().slice(0, 80))
    ts.forEachChild(node, visit)
  }
  visit(source)
  return found
}

function isMatched({ expression, arguments: given }: ts.CallExpression): boolean {
  if (!ts.isPropertyAccessExpression(expression)) return false
  const held = byPattern.has(expression.name.text)
    ? given[0]
    : byText.has(expression.name.text) && expression.expression
  return Boolean(held && isNamedQuestion.test(held.getText()))
}

describe('a question is read once', () => {
  // Would catch a rule behind stages 2 and 3 that reads the question's words for itself, and then differently.
  test('nothing behind its reading takes its text to parse, but for those named here', () => {
    const readers = files.filter((file) => readingsIn(readFileSync(join(engine, file), 'utf8')).length > 0)
    expect(readers.filter((file) => !(file in exceptions))).toEqual([])
    expect(Object.keys(exceptions).filter((file) => !readers.includes(file))).toEqual([])
  })

  test.each([
    'const wants = (question: string) => question.length',
    'const isWhy = /why/u.test(request.question)',
    'const bare = rewrite.asked.text.replace("?", "")',
    'const [first] = standalone.split(" ")',
  ])('it is seen in: %s', (line) => {
    expect(readingsIn(line)).toHaveLength(1)
  })

  test('files are seen at all', () => {
    expect(files.length).toBeGreaterThan(150)
  })
})
