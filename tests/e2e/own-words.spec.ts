import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSample: true })

// Would catch a term that is taken and not used, and a switch of the desktop that is promised where there is none.
test('own terms are used at once, and what the desktop can do is said', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const { say } = someone
  await someone.goTo('settings')
  const english = page.getByRole('textbox', { name: say('settings:terms.english'), exact: true })
  await english.fill('weir')
  await page.getByRole('textbox', { name: say('settings:terms.chinese'), exact: true }).fill('拦河堰')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('button', { name: say('settings:terms.remove', { term: 'weir' }) })).toBeVisible()
  await page.getByLabel(say('settings:terms.lookup'), { exact: true }).fill('weir')
  await expect(page.getByText('拦河堰').nth(1)).toBeVisible()
  await expect(page.getByRole('heading', { name: say('settings:desktop.title') })).toBeVisible()
  await expect(page.getByRole('switch', { name: say('settings:desktop.spell_check') })).toBeVisible()
  await expect(page.getByText(say('settings:desktop.inWindow'))).toBeVisible()
})

test('the ask window takes a question; XML and code are shown as such', async ({ cairn }) => {
  const { page, folder, origin } = cairn
  const someone = person(page)
  const { say } = someone
  await someone.goTo('library')
  const files = {
    'huts.xml': '<huts>\n  <hut name="Larch" beds="4"/>\n</huts>\n',
    'huts.py': 'def beds(hut):\n    return hut["beds"]\n',
  }
  for (const [name, content] of Object.entries(files)) {
    await writeFile(join(folder, name), content)
    await page.getByTestId('choose-files').setInputFiles(join(folder, name))
    await expect(someone.row(name)).toContainText(say('library:status.ready'), { timeout: 60_000 })
  }
  await someone.row('huts.xml').dblclick()
  await expect(page.getByText('<hut name="Larch" beds="4"/>')).toBeVisible()
  await someone.row('huts.py').dblclick()
  await expect(page.locator('.hljs-keyword, [class*="keyword"]').first()).toHaveText('def')
  expect(await seriousFindings(page)).toEqual([])

  await page.goto(`${origin}/#/quick`)
  await page.reload()
  await expect(page.getByText(say('chat:quick.hint'))).toBeVisible()
  await expect(page.getByRole('textbox', { name: say('chat:composer') })).toBeFocused()
  expect(await seriousFindings(page)).toEqual([])
  // Would catch a small window that stays light when the evening comes, as it is kept and not loaded anew.
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  expect(await seriousFindings(page)).toEqual([])
})

// A browser that is zoomed to 200 % has half the pixels; what must scroll is the text alone, and nothing is out of reach.
test('at 200 % nothing is cut off, and with forced colours what has the focus is seen', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  await page.setViewportSize({ width: 640, height: 400 })
  for (const view of ['chat', 'library', 'settings'] as const) {
    await page.evaluate((at) => (window.location.hash = `#/${at}`), view)
    await expect(page.locator('main').first()).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640)
  }
  await page.evaluate(() => (window.location.hash = '#/chat'))
  await expect(someone.composer).toBeInViewport()
  await page.emulateMedia({ forcedColors: 'active' })
  await someone.composer.focus()
  await page.keyboard.press('Shift+Tab')
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement ?? document.body).outlineStyle)
  expect(outline).not.toBe('none')
})
