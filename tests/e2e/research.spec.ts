import { readFile } from 'node:fs/promises'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

test.setTimeout(180_000)

for (const { language, locale, colorScheme } of [
  { language: 'en', locale: 'en-US', colorScheme: 'light' },
  { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
] as const) {
  test.describe(`research, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSample: true })

    test('is planned, looked at, run, read, opened at a passage and saved', async ({ cairn }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      await someone.goTo('research')
      await page
        .getByRole('textbox', { name: say('research:start.goal') })
        .fill(language === 'en' ? 'How was the station built and who paid for it?' : '奥里尔湖的水位怎样监测？')
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Control+Enter')
      await expect(button('research:run')).toBeVisible({ timeout: 30_000 })
      await expect(
        page
          .getByRole('tabpanel', { name: say('research:partNames.plan') })
          .getByRole('listitem')
          .first(),
      ).toBeVisible()

      await button('research:run').click()
      const report = page.getByRole('region', { name: say('research:report') })
      await expect(report).toBeVisible({ timeout: 120_000 })
      await expect(page.getByRole('main')).toContainText(say('research:states.done'))
      await expect(report).toContainText(say('research:byRules'))
      // Nothing is lost by a reload.
      await page.reload()
      await expect(report).toBeVisible({ timeout: 30_000 })
      expect(await seriousFindings(page)).toEqual([])
      await report.getByRole('button').first().click()
      await expect(page.getByRole('tab', { name: say('app:document') })).toBeVisible()

      const download = page.waitForEvent('download')
      await button('notes:export').click()
      await page.getByRole('menuitem', { name: say('notes:formats.markdown') }).click()
      const file = await download
      expect(await readFile(await file.path(), 'utf8')).toContain('# ')

      await button('research:delete').click()
      await button('app:undo').click()
      await expect(report).toBeVisible({ timeout: 30_000 })
    })
  })
}
