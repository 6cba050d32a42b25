import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

test.use({ withSharedSample: true })

test('a narrow window has one side column, the way to the other, and both again when it is wide', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const sidebar = page.getByRole('complementary', { name: someone.say('app:sidebar') })
  const panel = page.getByRole('complementary', { name: someone.say('app:panel') })
  await expect(sidebar).toBeVisible()
  await expect(panel).toBeVisible()
  await page.setViewportSize({ width: 800, height: 600 })
  await expect(panel).toBeHidden()
  await expect(someone.button('app:newChat')).toBeInViewport({ ratio: 1 })
  await someone.button('app:openPanel').click()
  await expect(panel).toBeInViewport({ ratio: 1 })
  await expect(sidebar).toBeHidden()
  await page.reload()
  await someone.button('app:openSidebar').click()
  await expect(someone.button('app:newChat')).toBeInViewport({ ratio: 1 })
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(sidebar).toBeVisible()
  await expect(panel).toBeInViewport({ ratio: 1 })
})

// Would catch a sidebar that squeezes the view of a small window, and one that stays over what was chosen in it.
test('in a small window the sidebar lies over the view and is gone once something is chosen', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const sidebar = page.getByRole('complementary', { name: someone.say('app:sidebar') })
  const main = page.getByRole('main')
  const open = someone.button('app:openSidebar')
  await page.setViewportSize({ width: 640, height: 800 })
  await expect(sidebar).toBeHidden()
  await expect.poll(async () => (await main.boundingBox())?.width).toBe(640)
  await open.click()
  await expect(sidebar).toBeInViewport({ ratio: 1 })
  expect((await main.boundingBox())?.width).toBe(640)
  expect(await seriousFindings(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(sidebar).toBeHidden()
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await sidebar.getByRole('button', { name: someone.say('app:library'), exact: true }).press('Enter')
  await expect(page.getByRole('heading', { name: someone.say('app:library'), level: 1 })).toBeVisible()
  await expect(sidebar).toBeHidden()
  await open.click()
  await someone.button('app:newChat').click()
  await expect(sidebar).toBeHidden()
  await expect(someone.composer).toBeFocused()
  // A press on the view beside it goes back to the view.
  await open.click()
  await page.mouse.click(620, 300)
  await expect(sidebar).toBeHidden()
  await page.keyboard.press('Control+b')
  await expect(sidebar).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 800 })
  await expect(sidebar).toBeVisible()
  await expect.poll(async () => (await main.boundingBox())?.x).toBeGreaterThanOrEqual(200)
})

test('what is typed right after a scope was chosen stays in order', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const question = 'How deep is the lake?'
  await someone.composer.fill('#inventory')
  await expect(page.getByRole('listbox')).toBeVisible()
  // The page is busy: what it puts off to its next frame comes amid the typing.
  await page.evaluate(() => {
    const soon = window.requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (then) => soon(() => setTimeout(() => then(performance.now()), 60))
  })
  await someone.composer.press('Enter')
  await page.keyboard.type(question, { delay: 10 })
  await expect(someone.composer).toHaveValue(question)
})

// Would catch a question of which only the first line is seen, follow-up questions that all begin alike and are cut off there,
// and a word of the reason for a shortcut.
test('in a narrow chat what is written, proposed and said of the way is read to its end', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  const question = 'When was the stone hut on Kestrel Col opened, and by whom?'
  await someone.ask(question)
  const turn = someone.turn(question)
  await someone.answered(turn)
  await page.setViewportSize({ width: 1440, height: 800 })
  await turn.hover()
  await turn.getByRole('button', { name: someone.say('chat:edit') }).click()
  const field = page.getByRole('textbox', { name: someone.say('chat:editQuestion'), exact: true })
  await expect(field).toBeFocused()
  // The frame around it is its ring.
  await expect(field).toHaveCSS('outline-style', 'none')
  await page.setViewportSize({ width: 1000, height: 800 })
  const isWhole = (element: Element) =>
    element.scrollWidth <= element.clientWidth + 1 && element.scrollHeight <= element.clientHeight + 1
  await expect.poll(() => field.evaluate(isWhole)).toBe(true)
  await page.keyboard.press('Escape')
  const proposed = page.getByRole('group', { name: someone.say('chat:suggestions') }).locator('bdi')
  await expect(proposed.first()).toBeVisible()
  for (const one of await proposed.all()) expect(await one.evaluate(isWhole)).toBe(true)
  await someone.button('app:newChat').click()
  const unclear = 'What about it?'
  await someone.ask(unclear)
  const reason = someone.turn(unclear).getByText(someone.say('pipeline:shortcut.A'))
  await expect(reason).toBeVisible()
  await expect.poll(() => reason.evaluate(isWhole)).toBe(true)
})

test('a document lies over the list of a narrow window, Escape closes it, and the focus is where it was', async ({
  cairn,
}) => {
  const { page } = cairn
  const someone = person(page)
  const panel = page.getByRole('complementary', { name: someone.say('app:panel') })
  const main = page.getByRole('main')
  await someone.goTo('library')
  for (const width of [1000, 700]) {
    await page.setViewportSize({ width, height: 800 })
    const widthOfMain = async () => (await main.boundingBox())?.width ?? 0
    // The columns find their places a moment behind the window.
    await expect
      .poll(async () => {
        const first = await widthOfMain()
        await page.waitForTimeout(150)
        return (await widthOfMain()) - first
      })
      .toBe(0)
    const before = await widthOfMain()
    const row = someone.row('history-timeline.txt')
    await row.dblclick()
    await expect(panel).toBeInViewport({ ratio: 1 })
    await expect(panel.getByRole('region', { name: /^Text of/u })).toBeVisible()
    expect(await widthOfMain()).toBe(before)
    // Find takes the key for itself first.
    await panel.getByRole('button', { name: someone.say('viewer:find'), exact: true }).click()
    await page.keyboard.press('Escape')
    await expect(panel).toBeVisible()
    await panel.getByRole('region', { name: /^Text of/u }).focus()
    await page.keyboard.press('Escape')
    await expect(panel).toBeHidden()
    await expect(page.locator('body')).not.toBeFocused()
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await someone.row('history-timeline.txt').dblclick()
  const [left, right] = [await main.boundingBox(), await panel.boundingBox()]
  expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual((right?.x ?? 0) + 1)
})

test('a document that lies over the list of a narrow window does not cover another view that is gone to', async ({
  cairn,
}) => {
  const { page } = cairn
  const someone = person(page)
  const panel = page.getByRole('complementary', { name: someone.say('app:panel') })
  await page.setViewportSize({ width: 1000, height: 800 })
  await someone.goTo('library')
  await someone.row('history-timeline.txt').dblclick()
  await expect(panel).toBeInViewport({ ratio: 1 })
  await someone.goTo('evaluation')
  await expect(panel).toBeHidden()
  // Back is where it was left.
  await page.goBack()
  await expect(panel).toBeInViewport({ ratio: 1 })
})

// Would catch an act of what is chosen that begins behind the edge of the window: deleting came last.
test('every act of chosen documents is in sight in a narrow window', async ({ cairn }) => {
  const { page } = cairn
  const someone = person(page)
  await someone.goTo('library')
  for (const name of ['inventory.csv', 'station-handbook.md'])
    await someone.button('library:row.choose', { name }).click()
  const acts = page.getByRole('toolbar', { name: someone.say('library:selection.label') }).getByRole('button')
  for (const width of [1280, 1000, 700]) {
    await page.setViewportSize({ width, height: 800 })
    await expect(acts.last()).toHaveAccessibleName(someone.say('library:act.delete'))
    for (const act of await acts.all()) await expect(act).toBeInViewport({ ratio: 1 })
  }
})

test('where the filters of the library have no room side by side, one button holds them and counts those in use', async ({
  cairn,
}) => {
  const { page } = cairn
  const someone = person(page)
  const bar = page.getByRole('search')
  const folded = bar.getByRole('button', { name: someone.say('library:filter.all') })
  await someone.goTo('library')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(bar.getByRole('button', { name: someone.say('library:filter.format') })).toBeVisible()
  await expect(folded).toBeHidden()
  await page.setViewportSize({ width: 560, height: 800 })
  await expect(folded).toBeVisible()
  await folded.focus()
  await page.keyboard.press('Enter')
  const menus = page.getByRole('dialog', { name: someone.say('library:filter.label') })
  await menus.getByRole('button', { name: someone.say('library:filter.format') }).focus()
  await page.keyboard.press('Enter')
  const pdf = page.getByRole('menuitemradio', { name: /^PDF/u })
  await pdf.focus()
  await page.keyboard.press('Enter')
  await expect(someone.row('station-handbook.md')).toBeHidden()
  await expect(menus).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(menus).toBeHidden()
  await expect(bar.getByRole('button', { name: someone.say('library:filter.inUse_one', { number: 1 }) })).toBeFocused()
})
