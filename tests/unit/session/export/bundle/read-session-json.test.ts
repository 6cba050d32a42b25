import { describe, expect, test } from 'vitest'
import { generateSession, seededRandom } from '../../../../../bench/speed/generated-sessions'
import { canonicalJson, sessionJson } from '@engine/session/export/bundle/canonical-json'
import { readSessionJson } from '@engine/session/export/bundle/read-session-json'
import { modelContextsOf } from '@engine/session/model-context/session-conversion'

const session = generateSession('s1', 2, Date.parse('2026-01-01T00:00:00Z'), seededRandom(1))
const text = sessionJson(session)
const withExtra = (extra: string) => text.replace('"schema_version"', `"extra": ${extra}, "schema_version"`)

describe('reading a session from its JSON', () => {
  test('gives the session back', () => {
    expect(sessionJson(readSessionJson(text))).toBe(text)
  })

  test('also of its model contexts', () => {
    const contexts = canonicalJson(modelContextsOf(session).map((one) => one.toDict()))
    expect(sessionJson(readSessionJson(contexts))).toBe(text)
  })

  // What is let in must be able to get out again: one such chat would spoil every later bundle.
  test.each([
    ['an endless number', withExtra('1e999'), /extra: Infinity has no form in JSON/u],
    ['nesting without end', withExtra(`${'['.repeat(20_000)}1${']'.repeat(20_000)}`), /nests deeper/u],
    ['no JSON', text.slice(0, -20), /not JSON/u],
    ['an empty list', '[]', /schema 1\.0/u],
    ['nothing', 'null', /schema 1\.0/u],
    ['a list of other things', '[{"a": 1}]', /raw_question/u],
    ['a newer version', text.replace('"1.0"', '"3.0"'), /newer Cairn/u],
  ])('refuses %s', (_, given, problem) => {
    expect(() => readSessionJson(given)).toThrow(problem)
  })
})
