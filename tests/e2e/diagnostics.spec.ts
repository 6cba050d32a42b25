import { readFile } from 'node:fs/promises'
import { seriousFindings } from './axe'
import { looks } from '../rounds'
import { expect, inElectron, test, withClient } from './cairn'
import { person } from './steps'

const question = 'When was the stone hut on Kestrel Col opened?'

for (const { language, locale, colorScheme } of looks(
  [
    { language: 'en', locale: 'en-US', colorScheme: 'light' },
    { language: 'zh', locale: 'zh-CN', colorScheme: 'dark' },
  ] as const,
  1,
)) {
  test.describe(`what Cairn keeps of its work, ${language}, ${colorScheme}`, () => {
    test.use({ locale, colorScheme, withSample: true })

    // Catches a list that filters do not narrow, a waterfall or comparison that shows nothing, and an export or report with people's words.
    test('traces are filtered, looked into, compared and exported; a report is read before it is saved', async ({
      cairn,
    }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say, button } = someone
      for (const words of [question, 'What is 12 * 7?']) {
        await someone.ask(words)
        await someone.answered(someone.turn(words))
      }
      await someone.goTo('settings')
      await page.getByText(say('diagnostics:traces.show'), { exact: true }).click()
      const table = page.getByRole('table', { name: say('diagnostics:traces.title') })
      const filter = async (name: 'kind' | 'state' | 'slower' | 'age' | 'session', value: string) => {
        await page.getByRole('combobox', { name: say(`diagnostics:filter.${name}`), exact: true }).click()
        await page.getByRole('option', { name: value }).first().click()
      }
      const turns = table.getByRole('button', { name: say('diagnostics:kind.turn') })
      // In a browser a question that readies the store was before these.
      const asked = inElectron ? 2 : 3
      // The list is read when it is opened, and a trace is written a moment after its answer.
      await expect(async () => {
        await button('diagnostics:traces.again').click()
        await expect(turns).toHaveCount(asked, { timeout: 2000 })
      }).toPass()
      await filter('kind', say('diagnostics:kind.research'))
      await expect(page.getByText(say('diagnostics:traces.none'))).toBeVisible()
      await filter('kind', say('diagnostics:kind.turn'))
      await filter('age', say('diagnostics:filter.hour'))
      await expect(table.getByRole('checkbox')).toHaveCount(asked)

      await turns.first().click()
      const shown = page.getByRole('dialog')
      await expect(shown.getByText(say('pipeline:names.6')).first()).toBeVisible()
      expect(await seriousFindings(page)).toEqual([])
      await page.keyboard.press('Escape')
      for (const at of [0, 1]) await table.getByRole('checkbox').nth(at).check({ force: true })
      await button('diagnostics:traces.compare').click()
      await expect(page.getByRole('dialog').getByText(say('pipeline:names.6')).first()).toBeVisible()
      await page.keyboard.press('Escape')

      const [file] = await Promise.all([page.waitForEvent('download'), button('diagnostics:traces.save').click()])
      const exported = await readFile(await file.path(), 'utf8')
      expect(exported.trim().split('\n')).toHaveLength(asked)
      expect(exported).toContain('resourceSpans')
      expect(exported).not.toContain('Kestrel')

      await button('diagnostics:report.make').click()
      const report = page.getByRole('dialog', { name: say('diagnostics:report.title') })
      await expect(report.getByText('# Report on Cairn')).toBeVisible()
      const [saved] = await Promise.all([
        page.waitForEvent('download'),
        report.getByRole('button', { name: say('diagnostics:report.save') }).click(),
      ])
      const text = await readFile(await saved.path(), 'utf8')
      expect(text).toContain('## Settings')
      expect(text).not.toContain('Kestrel')
      expect(text).not.toContain(cairn.folder)
    })

    // Catches a switch that is only drawn, and a log in which an attempt cannot be found.
    test('the network is shut by one switch; what tried is found in the log; an allowed host is taken back', async ({
      cairn,
    }) => {
      const { page } = cairn
      const someone = person(page, language)
      const { say } = someone
      const shut = page.getByRole('switch', { name: say('settings:network.offline') })
      await withClient(cairn.origin, (client) =>
        client.settings.set({ models: { allowed_hosts: ['hut.example.org'] } }),
      )
      await someone.goTo('settings')
      await shut.click()
      await expect(shut).toBeChecked()
      // It is drawn at once; what is asked by another way than this page may be there before the engine has it.
      await withClient(cairn.origin, (client) =>
        expect.poll(async () => (await client.settings.get()).network.offline).toBe(true),
      )
      const refused = withClient(cairn.origin, (client) =>
        client.documents.add_page({ address: 'https://hut.example.org/', allow: [] }),
      )
      await expect(refused).rejects.toMatchObject({ data: { code: 'NETWORK_DENIED' } })
      await page.getByText(say('settings:network.show'), { exact: true }).click()
      const log = page.getByRole('table', { name: say('settings:network.log') })
      await expect(log.getByRole('row').filter({ hasText: 'hut.example.org' })).toContainText(
        say('settings:network.became.denied'),
      )
      await page.getByLabel(say('settings:network.find')).fill('no such host')
      await expect(page.getByText(say('settings:network.noneFits'))).toBeVisible()
      await page.getByLabel(say('settings:network.find')).fill('HUT')
      await expect(log.getByRole('row').filter({ hasText: 'hut.example.org' }).first()).toBeVisible()

      await page.getByRole('button', { name: say('settings:network.forget', { host: 'hut.example.org' }) }).click()
      await expect(page.getByText(say('settings:network.noRules'))).toBeVisible()
      await shut.click()
      await expect(shut).not.toBeChecked()
      await page.reload()
      await expect(shut).not.toBeChecked()
    })
  })
}
