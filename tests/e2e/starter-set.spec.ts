import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { entryOfFolder } from '../fakes/catalogue-entry'
import { expect, root, test } from './cairn'
import { modelOwner, watchTexts } from './model-steps'
import { answersOnly, writeEmbedder, writeReranker, writeTeller } from './tiny-models'

test.setTimeout(180_000)

const made = join(root, 'out', 'test', 'starter-set')
const stick = join(made, 'stick')
const manifest = join(made, 'manifest.json')

test.describe('the recommended models', () => {
  test.use({ withSample: true, modelSettings: answersOnly, cairnEnv: { CAIRN_MODELS_MANIFEST: manifest } })
  test.beforeAll(async () => {
    await mkdir(join(stick, 'teller'), { recursive: true })
    await writeEmbedder(stick)
    await writeReranker(stick)
    await writeTeller(join(stick, 'teller'))
    const entries = [
      await entryOfFolder(stick, 'tiny-encoder', { kind: 'embedder', format: 'onnx' }),
      await entryOfFolder(stick, 'tiny-cross', { kind: 'reranker', format: 'onnx' }),
      await entryOfFolder(stick, 'teller', { kind: 'language', format: 'gguf' }),
    ]
    await writeFile(manifest, JSON.stringify({ version: 1, checked_on: '2026-01-01', entries }))
  })

  // Would catch a hint that comes back, a set that is not put to work, an index that is not made anew, and an undo that is none.
  test('are told of in the empty chat, taken from a folder, put to work, and undone', async ({ cairn }) => {
    const { page } = cairn
    const owner = modelOwner(page)
    const hint = page.getByRole('complementary', { name: owner.say('chat:starter.label') })
    await hint.getByRole('button', { name: owner.say('chat:starter.show') }).click()
    const card = owner.section('starter')
    const use = owner.section('use')
    await expect(card.getByRole('listitem')).toHaveCount(3)
    await expect(card).toContainText('The tiny-encoder')
    const seen = await watchTexts(page, '#models-use')
    await card.getByRole('button', { name: owner.say('models:starter.from') }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('textbox').fill(stick)
    await dialog.getByRole('button', { name: owner.say('models:add.submit'), exact: true }).click()
    await expect(card).toContainText(owner.say('models:starter.added'), { timeout: 60_000 })
    await expect(use).toContainText(/The teller\S* writes the answers/u)
    await expect(use.getByRole('progressbar')).toHaveCount(0, { timeout: 60_000 })
    expect((await seen()).some((text) => /The tiny-encoder\S* has read \d+ of \d+ passages/u.test(text))).toBe(true)

    await card.getByRole('button', { name: owner.say('models:starter.undo'), exact: true }).click()
    await dialog.getByRole('checkbox').click()
    await dialog.getByRole('button', { name: owner.say('models:starter.undo'), exact: true }).click()
    await expect(use).toContainText(owner.say('models:use.language.without'))
    await expect(owner.section('installed')).toContainText(owner.say('models:installed.empty'))
    await expect(card.getByRole('button', { name: owner.say('models:starter.fetch') })).toBeVisible()

    await owner.goTo('chat')
    await hint.getByRole('button', { name: owner.say('chat:starter.dismiss') }).click()
    await page.reload()
    await expect(page.getByRole('textbox', { name: owner.say('chat:composer') })).toBeVisible()
    await expect(hint).toHaveCount(0)
  })
})
