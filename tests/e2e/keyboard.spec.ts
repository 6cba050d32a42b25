import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSharedSample: true })

test('everything on the way to an answer and its source can be done from the keyboard', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const question = 'How long does the cable car from Tarnsford to the station take?'
  await page.keyboard.press('ControlOrMeta+l')
  await expect(someone.composer).toBeFocused()
  await page.keyboard.type(question)
  await page.keyboard.press('Enter')
  const turn = someone.turn(question)
  await someone.answered(turn)
  const passage = page.locator('[data-mark="passage"]').first()
  await someone.citations(turn).first().focus()
  await page.keyboard.press('Enter')
  await expect(passage).toBeVisible()
  // Ctrl+E hides the side panel and brings it back.
  await page.keyboard.press('ControlOrMeta+e')
  await expect(passage).toHaveCount(0)
  await page.keyboard.press('ControlOrMeta+e')
  await expect(passage).toBeVisible()
})

test('keys and buttons go through the citations of an answer, whatever documents they are in', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const question = 'Compare the Hydra P3 and the Siskin R80 in accuracy and price.'
  await someone.ask(question)
  const turn = someone.turn(question)
  await someone.answered(turn)
  await someone.citations(turn).first().click()
  const place = page.getByRole('group', { name: someone.say('viewer:citations') }).getByRole('status')
  await expect(place).toContainText('1')
  const passage = page.locator('[data-mark="passage"]').first()
  const first = await page.evaluate(() => window.location.hash)
  await page.keyboard.press('Alt+ArrowDown')
  await expect(place).toContainText('2')
  await expect(passage).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.location.hash)).not.toBe(first)
  // A reload comes back to the same one, with the way on.
  await page.reload()
  await expect(place).toContainText('2')
  await someone.button('viewer:citationBefore').click()
  await expect(passage).toBeVisible()
  expect(await page.evaluate(() => window.location.hash)).toBe(first)
})

test('the palette finds actions, chats and documents', async ({ cairn }) => {
  const { page } = cairn
  // Keys are heard once the window is there.
  await expect(person(page).button('app:newChat')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  const palette = page.getByRole('dialog')
  await palette.getByRole('combobox').fill('handbook')
  await palette
    .getByRole('option', { name: /station-handbook\.md/u })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: /Kestrel Col Station Handbook/u }).first()).toBeVisible()
  await page.keyboard.press('ControlOrMeta+k')
  await palette.getByRole('combobox').fill('dark')
  await page.keyboard.press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})

test('language, theme and text size change at once, in every tab, and stay', async ({ cairn, context }) => {
  const { page, origin } = cairn
  const someone = person(page)
  await someone.goTo('settings')
  const other = await context.newPage()
  if (origin.startsWith('http')) await other.goto(origin)
  await page.getByRole('radio', { name: someone.say('settings:appearance.dark') }).click()
  await page.getByRole('radio', { name: '简体中文' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'zh-CN')
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
  if (origin.startsWith('http')) await expect(other.locator('html')).toHaveAttribute('data-theme', 'dark')
  await page.reload()
  await expect(page.getByRole('heading', { name: '设置', level: 1 })).toBeVisible()
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark')
})
