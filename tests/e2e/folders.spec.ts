import { appendFile, mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

for (const { language, locale, colorScheme, question } of looks(
  [
    {
      language: 'en',
      locale: 'en-US',
      colorScheme: 'light',
      question: 'How many litres does the Zebrafinch pump move?',
    },
    {
      language: 'zh',
      locale: 'zh-CN',
      colorScheme: 'dark',
      question: 'How many litres does the Zebrafinch pump move?',
    },
  ] as const,
  0,
)) {
  test.describe(`watched folders, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme })

    // Would catch a library that keeps what the disk no longer has, and an old answer without a hint.
    test('are added, followed and paused; what is deleted waits in the trash', async ({ cairn }, testInfo) => {
      const { page, folder } = cairn
      const someone = person(page, language)
      const { say, button, row } = someone
      const files = join(folder, 'station')
      await mkdir(join(files, 'reports'), { recursive: true })
      await writeFile(join(files, 'reports', 'year.md'), '# Year\n\nThe year was dry.\n')
      await writeFile(join(files, 'pump.md'), '# Zebrafinch pump\n\nThe Zebrafinch pump moves 40 litres a minute.\n')
      await writeFile(join(files, 'gauge.md'), '# Gauge\n\nThe gauge at the bridge reads 7 bar.\n')
      await someone.skipWelcome()
      await someone.goTo('settings')
      const list = page.getByRole('list', { name: say('settings:folders.title') })
      const path = page.getByRole('textbox', { name: say('settings:folders.path'), exact: true })
      await path.fill(join(folder, 'none'))
      await path.press('Enter')
      await expect(page.getByRole('alert')).toBeVisible()
      // Would catch a folder that is read with rules nobody was asked for: everything is chosen before anything is read.
      await writeFile(join(files, 'hut.psd'), 'x')
      await writeFile(join(files, 'private.md'), '# Private\n\nNobody reads this.\n')
      await path.fill(files)
      await path.press('Enter')
      const asks = page.getByRole('dialog', { name: say('settings:folders.new.title', { name: 'station' }) })
      await expect(asks).toContainText(say('library:folder.kind_other', { number: 1, extension: 'psd' }))
      await expect(asks.getByRole('button', { name: say('settings:folders.add'), exact: true })).toBeFocused()
      await asks.getByText(say('settings:folders.new.details')).click()
      await asks.getByLabel(say('settings:folders.new.collection'), { exact: true }).fill('Pumps')
      await asks.getByRole('radio', { name: say('settings:data.folderUse.collections') }).click()
      await asks.getByLabel(say('settings:folders.rules.ignore'), { exact: true }).fill('private*')
      expect(await seriousFindings(page)).toEqual([])
      await testInfo.attach('before', { body: await page.screenshot(), contentType: 'image/png' })
      await asks.getByRole('button', { name: say('settings:folders.add'), exact: true }).click()
      await expect(asks).toBeHidden()
      await expect(list).toContainText(say('settings:folders.state.in_step'), { timeout: 30_000 })
      await expect(list).toContainText('3')
      await page.setViewportSize({ width: 1280, height: 9000 })
      expect(await seriousFindings(page)).toEqual([])
      await page.setViewportSize({ width: 1280, height: 800 })

      await someone.goTo('library')
      await expect(row('gauge.md')).toBeVisible()
      await expect(row('gauge.md')).toContainText('Pumps')
      // The tree of collections comes from the folder's own folders.
      await expect(row('year.md')).toContainText('Pumps/reports')
      const sidebar = page.getByRole('complementary', { name: say('app:sidebar') })
      await sidebar.getByRole('button', { name: /^Pumps/u }).focus()
      await page.keyboard.press('ArrowRight')
      await expect(sidebar.getByRole('button', { name: /^reports/u })).toBeVisible()
      await writeFile(join(files, 'valve.md'), '# Valve\n\nThe valve is blue.\n')
      await expect(row('valve.md')).toBeVisible({ timeout: 20_000 })
      await rm(join(files, 'gauge.md'))
      await expect(row('gauge.md')).toBeHidden({ timeout: 20_000 })

      await someone.goTo('chat')
      await someone.ask(question)
      await someone.answered(someone.turn(question))
      await someone.goTo('settings')
      await button('settings:folders.pause', { name: 'station' }).click()
      await expect(list).toContainText(say('settings:folders.state.paused'), { timeout: 20_000 })
      await appendFile(join(files, 'pump.md'), '\nIt was bought in 1998.\n')
      await someone.goTo('chat')
      const sources = page.getByRole('complementary').filter({ hasText: 'pump.md' })
      await expect(sources.first()).toContainText(say('evidence:file.changed'), { timeout: 20_000 })
      await testInfo.attach('evidence', { body: await page.screenshot(), contentType: 'image/png' })
      await someone.goTo('library')
      await expect(row('pump.md')).toContainText(say('library:file.changed'))

      await button('library:trash.open').click()
      const dialog = page.getByRole('dialog', { name: say('library:trash.title') })
      await expect(dialog).toContainText('gauge.md')
      await expect(dialog).toContainText(say('library:trash.because.file_gone'))
      expect(await seriousFindings(page)).toEqual([])
      await testInfo.attach('trash', { body: await page.screenshot(), contentType: 'image/png' })
      await button('library:trash.restore', { name: 'gauge.md' }).click()
      await expect(dialog).toContainText(say('library:trash.none'))
      await page.keyboard.press('Escape')
      await expect(row('gauge.md')).toContainText(say('library:file.gone'))
      await testInfo.attach('library', { body: await page.screenshot(), contentType: 'image/png' })

      await someone.goTo('settings')
      await button('settings:folders.resume', { name: 'station' }).click()
      await expect(list).toContainText(say('settings:folders.state.in_step'), { timeout: 20_000 })
      await list.getByText(say('settings:folders.rules.title'), { exact: true }).click()
      await page.getByRole('textbox', { name: say('settings:folders.rules.ignore'), exact: true }).fill('valve*')
      await button('settings:folders.rules.save').click()
      await testInfo.attach('settings', { body: await page.screenshot(), contentType: 'image/png' })
      await someone.goTo('library')
      await expect(row('valve.md')).toBeHidden({ timeout: 20_000 })
      await expect(row('pump.md')).not.toContainText(say('library:file.changed'), { timeout: 20_000 })
    })
  })
}
