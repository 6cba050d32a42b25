import type { DocumentRecord } from '@shared/documents'
import type { DiskFile } from '@engine/ingest/watch/scan-folder'
import { documentNamed } from '../../../fakes/fake-engine'

export const root = '/files'

/** A file on a disk that exists in tests only; `size` and `modified` tell it from others. */
export function fileAt(name: string, { size = 10, modified = 1, device = 7 } = {}): DiskFile {
  return { path: `${root}/${name}`, folder: 'files', mark: { size, modified, changed: modified, device } }
}

/** The document of such a file as it was when it was read; its content is named by `content`. */
export function documentOf(file: DiskFile, content: string, fields: Partial<DocumentRecord> = {}): DocumentRecord {
  const name = file.path.slice(root.length + 1)
  return documentNamed(name, {
    source: file.path,
    content_hash: content,
    byte_size: file.mark.size,
    live: { revision: 'r', content_hash: content, text_object: 't', structure_object: 's' },
    on_disk: { ...file.mark, state: 'as_read' },
    ...fields,
  })
}

/** Which of these documents stands at a path. */
export function standingAt(records: readonly DocumentRecord[]) {
  return (path: string) => records.find(({ source }) => source === path)
}

export function onDisk(...files: readonly DiskFile[]): Map<string, DiskFile> {
  return new Map(files.map((file) => [file.path, file]))
}
