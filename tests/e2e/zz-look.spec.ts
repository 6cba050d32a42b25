import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from './cairn'
import { person, text } from './steps'

test('look', async ({ cairn }) => {
  test.setTimeout(400_000)
  const { page } = cairn
  const { skipWelcome, goTo } = person(page)
  const path = join(cairn.folder, 'b.tar')
  await skipWelcome()
  await goTo('settings')
  const section = page.locator('#settings-data')
  const say = (k: string, v = {}) => text('en', k, v)
  await section.getByRole('textbox', { name: say('settings:backup.file'), exact: true }).fill(path)
  for (let n = 0; n < 2; n++) {
    await section.getByRole('button', { name: say('settings:backup.now'), exact: true }).click()
    await expect(section.getByText(/^Backed up:/u)).toBeVisible({ timeout: 60_000 })
    await page.waitForTimeout(500)
  }
  await section.getByRole('button', { name: say('settings:backup.restore'), exact: true }).click()
  await expect(section.getByText(say('settings:backup.chooseMoment_other', { count: 2 }))).toBeVisible({ timeout: 60_000 })
  await section.getByRole('radio', { name: say('settings:backup.rhythm.day') }).click()
  await section.getByRole('textbox', { name: say('settings:data.moveTo'), exact: true }).fill('/media/disk/cairn')
  await section.getByRole('button', { name: say('settings:data.moveNext'), exact: true }).click()
  await section.getByRole('textbox', { name: say('settings:backup.folder'), exact: true }).fill(join(cairn.folder, 'gone'))
  await section.getByRole('textbox', { name: say('settings:backup.folder'), exact: true }).press('Enter')
  await expect(section.getByText(/The folder for backups is not there/u)).toBeVisible({ timeout: 150_000 })
  await mkdir('/tmp/backup32-png', { recursive: true })
  const labels: Record<string, [string, string]> = {
    en: [say('settings:appearance.language'), ''],
    zh: ['', ''],
  }
  void labels
  const shoot = async (name: string) => {
    for (const width of [1440, 1000, 700]) {
      await page.setViewportSize({ width, height: 2200 })
      await page.waitForTimeout(300)
      await section.screenshot({ path: `/tmp/backup32-png/${name}-${width}.png` })
    }
  }
  await shoot('en-light')
  await page.emulateMedia({ colorScheme: 'dark' })
  await shoot('en-dark')
  await page.getByRole('radio', { name: '简体中文' }).click()
  await shoot('zh-dark')
  await page.emulateMedia({ colorScheme: 'light' })
  await shoot('zh-light')
})
