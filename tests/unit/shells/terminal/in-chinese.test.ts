import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { commands } from '@shells/terminal/commands/command-list'
import { fakeEvaluation, turnOf } from '../../../fakes/evaluation'
import { FakeEngine } from '../../../fakes/fake-engine'
import { terminal } from './terminal'

/** Stretches of English in what was printed: what is to be typed stands in a usage line, in backticks, or begins with a dash. */
function englishIn(printed: string): string[] {
  const lines = printed.split('\n').filter((line) => !line.startsWith('用法'))
  return lines.flatMap(
    (line) => line.replaceAll(/`[^`]*`|--?[\w-]+/gu, '').match(/[A-Za-z’']+(?: [a-z’']+){2,}/gu) ?? [],
  )
}

function inChinese(engine: FakeEngine, cwd: string | undefined, ...argv: string[]) {
  return terminal(engine, cwd === undefined ? {} : { cwd }).run(...argv, '--lang', 'zh')
}

test('what counts as English is found', () => {
  expect(englishIn('错误：There is no set.')).toEqual(['There is no set'])
  expect(englishIn('请看 `cairn help me now`，或用 --all。')).toEqual([])
})

// Would catch a help page or a usage error that was left in English.
describe.each(commands.map(({ name }) => name))('cairn %s', (name) => {
  test.each([
    ['help', name],
    [name, '--nonsense'],
    [name, '--store'],
  ])('%s %s', async (...argv) => {
    const { out, err } = await inChinese(new FakeEngine(), undefined, ...argv)
    expect(out + err).toMatch(/\p{Script=Han}/u)
    expect(englishIn(out + err)).toEqual([])
  })
})

// Would catch a command that prints what the engine or a schema says as it comes.
test.each([
  [['ask', '  '], '请先输入问题。'],
  [['terms', 'add', '堰坝', '堰'], '英文术语中不能有汉字。'],
  [['terms', 'add', 'weir', 'weir'], '中文术语须含有汉字。'],
  [['settings', 'retrieval.passages', '99'], '不能大于 12'],
  [['settings', 'retrieval.passages', 'many'], '必须是数字'],
  [['settings', 'retrieval.graph', 'sideways'], '必须是以下之一'],
  [['settings', 'no.such', '1'], '没有名为 no.such 的设置'],
  [['network', 'log'], '网页'],
  [['network', 'log'], '向量模型'],
  [['network', 'rules'], '网页'],
])('%j is explained in Chinese: %s', async (argv, said) => {
  const engine = new FakeEngine()
  const attempt = { at: 0, host: 'example.org', outcome: 'denied', by: null } as const
  const attempts = ['web page', 'embedder'].map((purpose) => ({ ...attempt, purpose }))
  engine.network.find = () => Promise.resolve({ attempts, total: 2, damaged: 1 })
  engine.network.rules = () => [{ host: '.example.org', allowed_at: 0, reason: 'web page', last_used: null, uses: 0 }]
  const { out, err } = await inChinese(engine, undefined, ...argv)
  expect(out + err).toContain(said)
  expect(englishIn(out + err)).toEqual([])
})

test.each([
  ['{"question":"When?"}\n{"question":', '第 2 行不是 JSON。'],
  ['{"question":"When?","keywords":[1]}', '第 1 行不是有效的问题：keywords.0：此处必须是列表。'],
  ['{"question":"When?","id":"a b"}', '编号由字母、数字、“.”、“-”或“_”组成。'],
  ['{"question":"When?","id":"a"}\n{"question":"Who?","id":"a"}', '编号“a”出现了两次。'],
  ['{"question":"When?","colour":"red"}', '此处不能有：colour。'],
  ['', '其中没有问题。'],
])('a wrong file of questions is explained in Chinese: %s', async (text, said) => {
  const engine = new FakeEngine()
  Object.assign(engine, { evaluation: fakeEvaluation({ ask: () => () => turnOf([]) }) })
  const folder = await mkdtemp(join(tmpdir(), 'cairn-in-chinese-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  await writeFile(join(folder, 'set.jsonl'), text)
  const { code, err } = await inChinese(engine, folder, 'eval', 'import', 'set.jsonl')
  expect(code).toBe(2)
  expect(err).toContain(said)
  expect(englishIn(err)).toEqual([])
})
