import { readFile } from 'node:fs/promises'
import { looks } from '../rounds'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

test.setTimeout(180_000)

for (const { language, locale, colorScheme } of looks(
  [
    { language: 'en', locale: 'en-US', colorScheme: 'light' },
    { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
  ] as const,
  1,
)) {
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

      // A task is added, moved to the front by keyboard, and refused where it would wait for one that waits for it.
      const tasks = page.getByRole('tabpanel', { name: say('research:partNames.plan') }).getByRole('listitem')
      const before = await tasks.count()
      await button('research:addTask').click()
      const dialog = page.getByRole('dialog')
      const added = language === 'en' ? 'Which lake is near the station?' : '湖的面积是多少？'
      await dialog.getByRole('textbox', { name: say('research:taskQuestion') }).fill(added)
      await dialog.getByRole('checkbox').first().click()
      expect(await seriousFindings(page)).toEqual([])
      await dialog.getByRole('button', { name: say('research:add'), exact: true }).click()
      await expect(tasks).toHaveCount(before + 1)
      // The dialog gives the focus back before anything else is pressed.
      await expect(dialog).toBeHidden()
      await expect(button('research:addTask')).toBeFocused()
      for (let at = before; at > 0; at -= 1) {
        await button('research:taskActions', { number: at + 1 }).focus()
        await page.keyboard.press('Alt+ArrowUp')
        await expect(tasks.nth(at - 1)).toContainText(added)
      }
      await button('research:taskActions', { number: 2 }).click()
      await page.getByRole('menuitem', { name: say('research:editTask') }).click()
      await dialog.getByRole('checkbox').first().click()
      await expect(dialog.getByRole('alert')).toBeVisible()
      await expect(dialog.getByRole('button', { name: say('research:save'), exact: true })).toBeDisabled()
      await page.keyboard.press('Escape')

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

      await page.getByRole('tab', { name: new RegExp(`^${say('research:partNames.claims')}`, 'u') }).click()
      const source = page.getByRole('columnheader', { name: say('research:ledger.columns.source') })
      await source.getByRole('button').click()
      await expect(source).toHaveAttribute('aria-sort', 'ascending')
      // Nothing contradicts anything here, so there is no column that could only say so.
      await expect(page.getByRole('columnheader', { name: say('research:ledger.columns.conflict') })).toHaveCount(0)
      expect(await seriousFindings(page)).toEqual([])

      await button('research:again').click()
      await page.getByRole('tab', { name: say('research:partNames.changes') }).click({ timeout: 120_000 })
      await expect(page.getByRole('main')).toContainText(say('research:changes.none'))
      // Beside an open document the list has no room at this width.
      await button('viewer:closeDocument').click()
      await page.getByRole('textbox', { name: say('research:titleLabel') }).fill('Huts')
      await page.keyboard.press('Enter')
      await expect(page.getByRole('navigation', { name: say('research:runs') })).toContainText('Huts')

      await someone.goTo('chat')
      // There is no chat yet: what was researched can be exported all the same.
      await button('exchange:menu.label').click()
      await page.getByRole('menuitem', { name: say('exchange:menu.exportAll') }).click()
      await expect(
        dialog.getByRole('radio', { name: new RegExp(say('exchange:export.everything'), 'u') }),
      ).toBeChecked()
      await expect(dialog).toContainText('research/', { timeout: 30_000 })
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      await expect(dialog).toBeHidden()

      await button('chat:deeper.switch').click()
      const question = language === 'en' ? 'How deep is the lake?' : '湖有多深？'
      await someone.ask(question)
      await button('chat:deeper.open').click({ timeout: 30_000 })
      await button('research:fromChat').click({ timeout: 30_000 })
      await expect(someone.turn(question)).toBeVisible()
      // By keyboard: the chat that has just come back may still scroll to where it was.
      await button('chat:deeper.open').press('Enter')
      await expect(report).toBeVisible({ timeout: 120_000 })

      const download = page.waitForEvent('download')
      await button('notes:export').press('Enter')
      const leaveOut = page.getByRole('menuitemcheckbox', { name: say('exchange:export.leaveOut') })
      await expect(leaveOut).toBeFocused()
      // On unless it is switched off.
      await expect(leaveOut).toBeChecked()
      await page.keyboard.press('Space')
      await expect(leaveOut).not.toBeChecked()
      await page.keyboard.press('Space')
      await expect(leaveOut).toBeChecked()
      expect(await seriousFindings(page)).toEqual([])
      await page.getByRole('menuitem', { name: say('notes:formats.markdown') }).click()
      const file = await download
      expect(await readFile(await file.path(), 'utf8')).toContain('# ')
      await expect(page.getByText(say('exchange:redaction.noneSensitive'))).toBeVisible()

      await button('research:delete').click()
      await button('app:undo').click()
      await expect(report).toBeVisible({ timeout: 30_000 })
    })
  })
}
