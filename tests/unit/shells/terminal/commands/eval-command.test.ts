import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { EventBody } from '@shared/events'
import { FakeEngine } from '../../../../fakes/fake-engine'
import { fakeEvaluation, turnOf } from '../../../../fakes/evaluation'
import { terminal } from '../terminal'

const final = (response: string): EventBody => ({
  ...{ type: 'final', trace_id: '', total_ms: 5, response, refs: [], suggestions: [], outcome: 'answer' },
  usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 },
})

/** Answers with how many passages it was asked with. */
async function withSet() {
  const engine = new FakeEngine()
  const ask =
    ({ settings }: { settings?: { passages?: number | undefined } | undefined }) =>
    (question: string) =>
      turnOf([final(question === 'A?' ? `${settings?.passages ?? 5}` : 'no')])
  Object.assign(engine, { evaluation: fakeEvaluation({ ask }) })
  const folder = await mkdtemp(join(tmpdir(), 'cairn-eval-command-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const lines = ['A?', 'B?'].map((question, at) => JSON.stringify({ question, keywords: [[['5', 'no'][at]]] }))
  await writeFile(join(folder, 'huts.jsonl'), lines.join('\n'))
  return { engine, folder, cwd: folder }
}

function said(engine: FakeEngine, cwd: string, ...argv: string[]) {
  return terminal(engine, { cwd }).run(...argv)
}

// Would catch a sentence of the schema library, and one without its end.
test('a line that is no question says where and what is wanted', async () => {
  const { engine, folder, cwd } = await withSet()
  await writeFile(join(folder, 'wrong.jsonl'), JSON.stringify({ question: 'A?', keywords: ['Mautner'] }))
  const { err } = await said(engine, cwd, 'eval', 'import', 'wrong.jsonl')
  expect(err).toContain('Line 1 is no question: keywords.0: This must be a list. Correct the file;')
  const chinese = await said(engine, cwd, 'eval', 'import', 'wrong.jsonl', '--lang', 'zh')
  expect(chinese.err).toContain('第 1 行不是有效的问题：keywords.0：此处必须是列表。请修改文件')
})

test('a set is imported, asked, asked under other settings and compared', async () => {
  const { engine, folder, cwd } = await withSet()
  const imported = await said(engine, cwd, 'eval', 'import', 'huts.jsonl')
  expect([imported.code, imported.err]).toEqual([0, expect.stringContaining('huts, questions: 2')])
  const first = await said(engine, cwd, 'eval', 'huts', '--label', 'one')
  expect(first).toMatchObject({ code: 0 })
  expect(first.out).toContain('2 of 2 as expected')
  const second = await said(engine, cwd, 'eval', 'huts', '--label', 'two', '--settings', 'passages=3', '--lang', 'zh')
  expect(second.code).toBe(1)
  expect(second.out).toContain('没有提到：5')
  const compared = await said(engine, cwd, 'eval', 'compare', 'two', 'one')
  expect(compared).toMatchObject({ code: 1 })
  expect(compared.out).toMatch(
    /worse: 1 {2}the same: 1[\s\S]+worse {2}q1 {2}A\?\n {4}1: ✓ 5\n {4}2: ✗ does not say: 5/u,
  )
  expect(compared.out).toContain('The two runs differ in: the settings (passages 5 → 3)\n')
  const when = '\\d{4}-\\d\\d-\\d\\d \\d\\d:\\d\\d:\\d\\d'
  const listed = (await said(engine, cwd, 'eval', 'runs')).out
  expect(listed).toMatch(new RegExp(`1/2 +${when} {2}huts {2}two\\n.+2/2 +${when} {2}huts {2}one`, 'u'))
  expect(listed).not.toContain('e_')
  expect((await said(engine, cwd, 'eval', 'list')).out).toMatch(new RegExp(` 2 +${when} +huts`, 'u'))
  await said(engine, cwd, 'eval', 'export', 'huts', '--out', 'kept.jsonl')
  expect(await readFile(join(folder, 'kept.jsonl'), 'utf8')).toContain('"question":"A?"')
  expect((await said(engine, cwd, 'eval', 'export', 'huts', '--out', 'kept.jsonl')).code).not.toBe(0)
})

test('what is written wrongly is said', async () => {
  const { engine, cwd } = await withSet()
  for (const argv of [['none'], ['compare', 'x'], ['show'], ['golden', 'x'], ['golden', '--settings', 'colour=1']]) {
    expect(await said(engine, cwd, 'eval', ...argv), argv.join(' ')).toMatchObject({ code: 2, out: '' })
  }
})

test('a run without a label has its id once, and a passing question shows where its answers differ', async () => {
  const engine = new FakeEngine()
  const long = 'Of the gauges of the network six lie at the foot of the wall and ten beside the old road, which'
  const ask =
    ({ settings }: { settings?: { passages?: number | undefined } | undefined }) =>
    (question: string) =>
      turnOf([final(question === 'A?' ? `${long} ${settings?.passages ? 'closes' : 'opens'} in May.` : 'no')])
  Object.assign(engine, { evaluation: fakeEvaluation({ ask }) })
  const { cwd } = await withSet()
  await said(engine, cwd, 'eval', 'import', 'huts.jsonl')
  const first = await said(engine, cwd, 'eval', 'huts')
  const [, id = ''] = /^(v_\w+): done\n/u.exec(first.out) ?? []
  expect(id).not.toBe('')
  await said(engine, cwd, 'eval', 'huts', '--label', 'wide', '--settings', 'passages=8')
  const compared = terminal(engine, { cwd, shown: true })
  const { out } = await compared.run('eval', 'compare', id, 'wide', '--lang', 'zh')
  expect(out).toContain('设置（passages 5 → 8）')
  expect(out).toContain(' …ten beside the old road, which opens in May.\n')
  expect(out).toContain(' …ten beside the old road, which closes in May.\n')
})

test('of several sets with a title each has to be named by its id, and an import says so', async () => {
  const { engine, cwd } = await withSet()
  const [, first = ''] = /\((e_\w+)\)/u.exec((await said(engine, cwd, 'eval', 'import', 'huts.jsonl')).err) ?? []
  const again = await said(engine, cwd, 'eval', 'import', 'huts.jsonl')
  expect(again.err).toContain(`Another set has this title, too (${first}).`)
  const named = await said(engine, cwd, 'eval', 'huts')
  expect(named).toMatchObject({ code: 2, out: '' })
  expect(named.err).toMatch(new RegExp(`There are 2 sets of questions "huts"; say which by its id: .*${first}`, 'u'))
  expect((await said(engine, cwd, 'eval', 'huts', '--lang', 'zh')).err).toContain('有 2 个问题集名为“huts”')
  const [, other = ''] = /\((e_\w+)\)/u.exec(again.err) ?? []
  for (const id of [first, other]) expect((await said(engine, cwd, 'eval', id)).code).toBe(0)
  const runs = (await said(engine, cwd, 'eval', 'runs')).out
  for (const id of [first, other]) expect(runs).toContain(`huts (${id})`)
})
