import { expect, test } from 'vitest'
import { sensitivityOfTags } from '@shared/sensitivity/sensitive-documents'
import english from '../../../../../../resources/words/terminal.en.json'
import chinese from '../../../../../../resources/words/terminal.zh.json'
import englishLibrary from '../../../../../../renderer/locales/en/library.json'
import chineseLibrary from '../../../../../../renderer/locales/zh/library.json'
import { documentNamed, FakeEngine } from '../../../../../fakes/fake-engine'
import { terminal } from '../../terminal'

function engineWith(tags: string[] = []) {
  const engine = new FakeEngine()
  engine.documents = [documentNamed('plan.md', { tags }), documentNamed('list.md')]
  const changes: unknown[] = []
  const update = engine.updateDocuments.bind(engine)
  engine.updateDocuments = (change) => {
    changes.push(change)
    return update(change)
  }
  return { engine, changes }
}

test('the tags by which window and terminal mark documents are ones that count', () => {
  for (const words of [english, chinese]) expect(sensitivityOfTags([words.confidentialTag])).toBe('confidential')
  for (const words of [englishLibrary, chineseLibrary])
    expect(sensitivityOfTags([words.tags.confidential])).toBe('confidential')
})

test('documents are marked, and the mark is taken back whatever its word', async () => {
  const { engine, changes } = engineWith()
  expect((await terminal(engine).run('confidential', 'plan.md')).out).toContain('plan.md')
  expect(changes).toEqual([{ ids: ['id-plan.md'], add_tags: ['confidential'] }])
  const marked = engineWith(['机密', 'budget'])
  await terminal(marked.engine).run('confidential', 'plan.md', '--remove')
  expect(marked.changes).toEqual([{ ids: ['id-plan.md'], remove_tags: ['机密'] }])
})

// Would catch a sentence that tells of another act than the one that was asked for.
test.each([
  ['confidential', 'plan.md', 'lsit.md'],
  ['delete', 'plan.md', 'lsit.md'],
  ['trash', 'put', 'plan.md', 'lsit.md'],
])('a misspelt name changes nothing, and that is what is said: %s', async (...argv) => {
  const { engine, changes } = engineWith()
  const { code, out, err } = await terminal(engine).run(...argv)
  expect([code, out]).toEqual([1, ''])
  expect(err).toBe('Error: There is no document "lsit.md".\nNothing was changed.\n')
  expect((await terminal(engine).run(...argv, '--lang', 'zh')).err).toBe('错误：没有文档“lsit.md”。\n未做任何更改。\n')
  expect([changes, engine.documents.length]).toEqual([[], 2])
})
