import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe'
import { expect, inElectron, test } from './cairn'
import { looks } from '../rounds'
import { type Language, person } from './steps'

const passphrase = 'pelican lamp 铁塔'
/** Where pictures go, for somebody who wants to look. */
const shots = process.env['CAIRN_SHOTS']

async function look(page: Page, name: string): Promise<void> {
  if (shots === undefined) return
  for (const scheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: scheme })
    for (const width of [1440, 1000, 700]) {
      await page.setViewportSize({ width, height: 800 })
      await page.screenshot({ path: join(shots, `${name}-${scheme}-${width}.png`) })
    }
  }
  await page.emulateMedia({ colorScheme: 'light' })
  await page.setViewportSize({ width: 1280, height: 800 })
}

async function chatsOnDisk(store: string): Promise<string> {
  const names = await readdir(join(store, 'sessions'))
  return (await Promise.all(names.map((name) => readFile(join(store, 'sessions', name), 'utf8')))).join('')
}

for (const language of looks(['zh', 'en'] as const satisfies readonly Language[], 0)) {
  test.describe(`encryption, ${language}`, () => {
    test.use({ withSample: true, locale: language === 'zh' ? 'zh-CN' : 'en-US' })

    // Would catch a switch that seals nothing, a passphrase that is taken although it was mistyped, and an engine that cannot come back by itself.
    test('is turned on, survives the engine, and is turned off again', async ({ cairn }) => {
      test.skip(inElectron, 'What is on the disk is the same there; the engine is no process of its own.')
      const { page, store } = cairn
      const someone = person(page, language)
      const { say } = someone
      const question = 'When was the stone hut on Kestrel Col opened?'
      await someone.ask(question)
      await someone.answered(someone.turn(question))
      await expect.poll(async () => (await chatsOnDisk(store)).includes('Kestrel Col opened')).toBe(true)
      await someone.goTo('settings')
      const block = page.getByRole('region', { name: say('settings:encryption.title') })
      await block.scrollIntoViewIfNeeded()
      await look(page, `${language}-off`)
      await block.getByRole('button', { name: say('settings:encryption.turnOn'), exact: true }).click()
      const dialog = page.getByRole('dialog')
      const field = (key: string) => dialog.getByLabel(say(`settings:encryption.${key}`), { exact: true })
      const submit = dialog.getByRole('button', { name: say('settings:encryption.turnOnNow'), exact: true })
      await field('new').fill(passphrase)
      await field('again').fill('pelican lamb')
      await expect(dialog.getByText(say('settings:encryption.differ'))).toBeVisible()
      await expect(submit).toBeDisabled()
      expect(await seriousFindings(page)).toEqual([])
      await look(page, `${language}-dialog`)
      await field('again').fill(passphrase)
      await submit.click()
      await expect(block.getByText(say('settings:encryption.isOn'))).toBeVisible({ timeout: 20_000 })
      await expect(block.getByText(say('settings:encryption.noKeychain'))).toBeVisible()
      expect((await chatsOnDisk(store)).includes('Kestrel')).toBe(false)
      expect(await seriousFindings(page)).toEqual([])
      await block.scrollIntoViewIfNeeded()
      await look(page, `${language}-on`)

      process.kill(await cairn.enginePid(), 'SIGKILL')
      await expect(page.getByText(say('app:lost'))).toBeVisible()
      await expect(page.getByText(say('app:reconnected'))).toBeVisible({ timeout: 30_000 })
      await someone.goTo('chat')
      await expect(someone.turn(question)).toBeVisible()

      await someone.goTo('settings')
      await block.getByRole('button', { name: say('settings:encryption.turnOff'), exact: true }).click()
      await field('now').fill('another passphrase')
      await page.keyboard.press('Enter')
      await expect(
        dialog.getByText(language === 'zh' ? '此口令打不开此数据文件夹。' : 'The passphrase does not open'),
      ).toBeVisible()
      await look(page, `${language}-wrong`)
      // What was filled in stays, to be corrected.
      await field('now').fill(passphrase)
      await page.keyboard.press('Enter')
      await expect(block.getByRole('button', { name: say('settings:encryption.turnOn'), exact: true })).toBeVisible({
        timeout: 20_000,
      })
      expect((await chatsOnDisk(store)).includes('Kestrel Col opened')).toBe(true)
    })

    // What the window shell asks its page; the page itself is the same in a browser.
    test('the page asks for the passphrase where the window shell wants it', async ({ cairn }) => {
      test.skip(inElectron, 'There the shell itself would have to ask.')
      const { page } = cairn
      const { say } = person(page, language)
      await page.evaluate(() => {
        const given: (string | null)[] = []
        Object.assign(window, {
          given,
          cairnWindow: { pathOf: () => '', unlock: (one: string | null) => given.push(one) },
        })
      })
      const asks = (wrong: boolean) =>
        page.evaluate((was) => window.postMessage({ cairn: 'unlock', wrong: was }, window.location.origin), wrong)
      const given = () => page.evaluate(() => (window as unknown as { given: (string | null)[] }).given)
      await asks(false)
      const dialog = page.getByRole('dialog', { name: say('app:unlock.title') })
      const field = dialog.getByLabel(say('app:unlock.passphrase'), { exact: true })
      await expect(field).toBeFocused()
      await look(page, `${language}-unlock`)
      await field.fill('pelican lamb')
      await page.keyboard.press('Enter')
      await expect(dialog.getByText(say('app:unlock.trying'))).toBeVisible()
      await asks(true)
      await expect(dialog.getByText(say('app:unlock.wrong'))).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await look(page, `${language}-unlock-wrong`)
      await dialog.getByRole('button', { name: say('app:unlock.other') }).click()
      await expect(dialog).toHaveCount(0)
      expect(await given()).toEqual(['pelican lamb', null])
    })
  })
}
