import { readFile } from 'node:fs/promises'
import { createHash } from 'node:crypto'
import { hasCode } from '@shared/errors'
import { writeSeal } from '../catalogue/seal'
import { cataloguePaths } from '../catalogue/sealed-journal'
import type { Migration } from '../opening/migrate'

/**
 * Version 3: the list of documents has a copy and a seal, which an older Cairn would not keep true. What the list is now is sealed;
 * opening it makes the copy.
 */
export const sealDocumentList: Migration = {
  to: 3,
  name: 'a sealed list of documents',
  async run(folder) {
    const { main, seal } = cataloguePaths(folder)
    const bytes = await readFile(main).catch((thrown: unknown) => {
      if (hasCode(thrown, 'ENOENT')) return Buffer.alloc(0)
      throw thrown
    })
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    await writeSeal(seal, { states: [{ bytes: bytes.length, sha256 }], damaged_at: null }, true)
  },
}
