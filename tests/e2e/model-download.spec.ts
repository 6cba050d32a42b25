import { mkdir, readdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '../fakes/catalogue-entry'
import { type DownloadHost, startDownloadHost } from '../fakes/download-host'
import { expect, root, test } from './cairn'
import { modelOwner } from './model-steps'
import { answersOnly, tellerBytes } from './tiny-models'

test.setTimeout(180_000)

const bytes = tellerBytes()
const path = '/Nobody/tiny-teller/resolve/main/tiny-teller.gguf'
const manifest = join(root, 'out', 'test', 'manifest.json')
const entry = {
  id: 'tiny-teller',
  name: 'Tiny teller',
  kind: 'language',
  format: 'gguf',
  publisher: 'Nobody',
  licence: 'MIT',
  licence_note: '',
  languages: ['en'],
  bytes: bytes.length,
  memory_bytes: 1_000_000,
  context_length: null,
  dimensions: null,
  page: 'https://example.org/tiny-teller',
  about: { en: 'Says one thing.', zh: '只会说一句话。' },
  files: [
    { path: 'tiny-teller.gguf', url: `https://huggingface.co${path}`, bytes: bytes.length, sha256: sha256(bytes) },
  ],
}

test.describe('a model of the catalogue', () => {
  let host: DownloadHost
  test.use({ modelSettings: answersOnly, cairnEnv: { CAIRN_MODELS_MANIFEST: manifest } })
  test.beforeAll(async () => {
    await mkdir(join(root, 'out', 'test'), { recursive: true })
    await writeFile(manifest, JSON.stringify({ version: 1, checked_on: '2026-01-01', entries: [entry] }))
    host = await startDownloadHost()
  })
  test.afterAll(() => host.close())

  // Would catch a download that begins by itself, one that starts anew after a pause, and a checksum nobody compares.
  test('is downloaded when asked for, paused, resumed where it was, checked and installed', async ({ cairn }) => {
    const { page } = cairn
    const owner = modelOwner(page)
    host.put(path, bytes)
    host.trick(path, { holdAfter: Math.floor(bytes.length / 3) })
    await owner.skipWelcome()
    await owner.goTo('models')
    const advanced = owner.section('advanced')
    await advanced.getByText(owner.say('models:advanced.open')).click()
    await advanced.getByRole('textbox', { name: owner.say('models:advanced.mirror') }).fill(host.base)
    await advanced.getByRole('button', { name: owner.say('models:advanced.save'), exact: true }).click()
    expect(host.seen).toEqual([])
    const catalogue = owner.section('catalogue')
    await owner.button('models:catalogue.getNamed', { name: 'Tiny teller' }).click()
    const downloads = catalogue.getByRole('list', { name: owner.say('models:download.list') })
    await expect.poll(() => bytesUnder(join(cairn.store, 'models'))).toBeGreaterThan(bytes.length / 4)
    await downloads.getByRole('button', { name: owner.say('models:pause'), exact: true }).click()
    await expect(downloads).toContainText(/Paused at 1\d\d kB of 3\d\d kB/u)
    await expect(downloads.getByRole('progressbar')).toHaveAttribute('aria-valuenow', '33')
    await downloads.getByRole('button', { name: owner.say('models:resume'), exact: true }).click()
    await expect(downloads).toContainText(owner.say('models:download.state.verified'), { timeout: 60_000 })
    // It went on where it was, and what it had was not asked for again.
    expect(host.seen.map(({ range, status }) => [range !== undefined && range !== 'bytes=0-', status])).toEqual([
      [false, 200],
      [true, 206],
    ])
    await expect(owner.installed('Tiny teller')).toContainText('teller')
    await expect(catalogue).toContainText(owner.say('models:catalogue.installed'))
    await expect(owner.section('network')).toContainText('127.0.0.1')
  })
})

async function bytesUnder(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  const files = entries.filter((one) => one.isFile())
  const sizes = await Promise.all(files.map((one) => stat(join(one.parentPath, one.name)).catch(() => ({ size: 0 }))))
  return sizes.reduce((sum, { size }) => sum + size, 0)
}
