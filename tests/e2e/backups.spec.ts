import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { seriousFindings } from './axe'
import { expect, inElectron, test } from './cairn'
import { type Language, person } from './steps'

/** What a person does about backups in the settings, in one language. */
function keeper(page: Page, language: Language = 'en') {
  const someone = person(page, language)
  const { say } = someone
  const section = page.locator('#settings-data')
  const press = (key: string) => section.getByRole('button', { name: say(key), exact: true }).click()
  const field = (key: string) => section.getByRole('textbox', { name: say(key), exact: true })
  return {
    ...someone,
    section,
    press,
    field,
    async open() {
      // axe takes what is scrolled away for unlabelled.
      await page.setViewportSize({ width: 1280, height: 9000 })
      await someone.skipWelcome()
      await someone.goTo('settings')
    },
    async backUp(path: string) {
      await field('settings:backup.file').fill(path)
      await press('settings:backup.now')
      await expect(section.getByText(say('settings:backup.made').split(/(?<=[:：])/u)[0] ?? '')).toBeVisible({
        timeout: 60_000,
      })
    },
  }
}

// Would catch a window that restores the last moment whatever a person chooses, or that cannot show several.
test('a backup with several moments is looked into, and the chosen one restored', async ({ cairn }) => {
  const someone = keeper(cairn.page)
  const { press, section, say } = someone
  const path = join(cairn.folder, '备份.tar')
  await someone.open()
  await someone.backUp(path)
  await someone.backUp(path)
  await press('settings:backup.restore')
  await expect(section.getByText(say('settings:backup.chooseMoment_other', { count: 2 }))).toBeVisible()
  expect(await seriousFindings(cairn.page)).toEqual([])
  await section.getByRole('combobox', { name: say('settings:backup.chooseMoment_other', { count: 2 }) }).click()
  await cairn.page.getByRole('option').last().click()
  await press('settings:backup.restoreMoment')
  await expect(section.getByText(say('settings:backup.restored', { documents: 0, here: 0, chats: 0 }))).toBeVisible()
})

// Would catch a backup by itself that a person turns on in the window and that is never made, or fails without a word.
test('backups by themselves: a folder that is gone is said, and looked for again', async ({ cairn }) => {
  test.setTimeout(240_000)
  const someone = keeper(cairn.page)
  const { section, field, say } = someone
  await someone.open()
  await section.getByRole('radio', { name: say('settings:backup.rhythm.day') }).click()
  await field('settings:backup.folder').fill(join(cairn.folder, 'not there'))
  await field('settings:backup.folder').press('Enter')
  await expect(section.getByText(say('settings:backup.soon'))).toBeVisible()
  await expect(section.getByText(/The folder for backups is not there/u)).toBeVisible({ timeout: 110_000 })
  // The disk is connected; another choice has it looked at once more.
  await mkdir(join(cairn.folder, 'not there'))
  await section.getByRole('radio', { name: say('settings:backup.rhythm.week') }).click()
  await expect(section.getByText(/cairn-backup\.tar/u)).toBeVisible({ timeout: 60_000 })
})

// Would catch a move that a browser asks for and nobody can see or take back.
test('in a browser the data folder moves at the next start, which can be taken back', async ({ cairn }) => {
  test.skip(inElectron, 'The window asks with a dialog of the system.')
  const someone = keeper(cairn.page)
  const { section, field, press, say } = someone
  await someone.open()
  await field('settings:data.moveTo').fill('relative')
  await press('settings:data.moveNext')
  await expect(cairn.page.getByText(/is not a whole path/u)).toBeVisible()
  const to = join(cairn.folder, '新 disk')
  await field('settings:data.moveTo').fill(to)
  await press('settings:data.moveNext')
  await expect(section.getByText(say('settings:data.moveAsked', { folder: to }))).toBeVisible()
  await press('settings:data.stay')
  await expect(field('settings:data.moveTo')).toBeVisible()
})

test.describe('in Chinese', () => {
  test.use({ locale: 'zh-CN' })

  // Would catch a passphrase that is typed and not used, and one that a browser, which has no keychain, would be asked to keep.
  test('a backup with a passphrase opens with it alone; without a keychain none is made by itself', async ({
    cairn,
  }) => {
    const someone = keeper(cairn.page, 'zh')
    const { press, section, say } = someone
    const path = join(cairn.folder, '口令备份')
    const passphrase = section.getByLabel(say('settings:backup.passphrase'), { exact: true })
    await someone.open()
    await passphrase.fill('短')
    await section.getByRole('textbox', { name: say('settings:backup.file'), exact: true }).fill(path)
    await press('settings:backup.now')
    await expect(section.getByText('口令少于 8 个字符。')).toBeVisible()
    await passphrase.fill('铁塔 pelican lamp')
    await someone.backUp(path)
    await passphrase.fill('铁塔 pelican')
    await press('settings:backup.restore')
    await expect(section.getByText('此口令打不开备份“口令备份”。')).toBeVisible()
    await passphrase.fill('')
    await press('settings:backup.restore')
    await expect(section.getByText('备份“口令备份”设有口令。')).toBeVisible()
    await passphrase.fill('铁塔 pelican lamp')
    await press('settings:backup.restore')
    await expect(section.getByText(say('settings:backup.restored', { documents: 0, here: 0, chats: 0 }))).toBeVisible()
    if (inElectron) return
    await section.getByRole('radio', { name: say('settings:backup.rhythm.day') }).click()
    await expect(section.getByText(say('settings:backup.noKeychain'))).toBeVisible()
    await section.getByRole('switch', { name: say('settings:backup.sealed'), exact: true }).click()
    expect(await seriousFindings(cairn.page)).toEqual([])
  })
})
