import { readFile } from 'node:fs/promises'
import { CairnError, toCairnError } from '@shared/errors'
import { Manifest } from '@shared/models'

/** The catalogue that comes with Cairn. Throws CairnError FILE_VANISHED, FILE_CORRUPT. */
export async function readManifest(path: string): Promise<Manifest> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (thrown) {
    throw toCairnError(thrown)
  }
  try {
    return Manifest.parse(JSON.parse(text))
  } catch (thrown) {
    const message = 'The catalogue of models cannot be read.'
    throw new CairnError('FILE_CORRUPT', message, 'Install Cairn again.', { cause: thrown })
  }
}
