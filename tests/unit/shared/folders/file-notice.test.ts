import { expect, test } from 'vitest'
import { fileNotice } from '@shared/folders/file-notice'
import { documentNamed } from '../../../fakes/fake-engine'

const live = { revision: 'r', content_hash: 'A', text_object: 't', structure_object: 's' }
const mark = { size: 1, modified: 1, changed: 1, device: 1 }
const record = (state: 'as_read' | 'changed' | 'gone' | 'away' | 'left_out', content_hash = 'A') =>
  documentNamed('a.md', { source: '/files/a.md', live, content_hash, on_disk: { ...mark, state } })

// Would catch an old answer without a hint, and a hint on a document that is as its file.
test('says what is other than what was read, and nothing else', () => {
  expect(fileNotice(record('as_read'))).toBeNull()
  expect(fileNotice(record('left_out'))).toBeNull()
  expect(fileNotice(record('changed'))).toBe('changed')
  expect(fileNotice(record('gone'))).toBe('gone')
  expect(fileNotice(record('away'))).toBe('away')
  // Its new content is just being read, or could not be.
  expect(fileNotice(record('as_read', 'B'))).toBe('changed')
  expect(fileNotice(documentNamed('new.md'))).toBeNull()
})

test('a document of a folder that cannot be seen is away, one beside it is not', () => {
  const away = { path: '/files', state: 'away' as const }
  expect(fileNotice(record('as_read'), [away])).toBe('away')
  expect(fileNotice(record('as_read'), [{ ...away, state: 'in_step' }])).toBeNull()
  expect(fileNotice({ ...record('as_read'), source: '/files-2/a.md' }, [away])).toBeNull()
})
