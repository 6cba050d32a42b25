import { seriousFindings } from './axe'
import { expect, test } from './cairn'
import { person } from './steps'

const question = 'When was the stone hut on Kestrel Col opened?'

test.describe('chats', () => {
  test.use({ withSharedSample: true })

  test('a chat is renamed, found by its answer, pinned, deleted and given back', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    await sidebar.getByText('When was the stone hut').first().click()
    await page.keyboard.press('F2')
    await page.getByRole('textbox', { name: someone.say('sessions:renameLabel') }).fill('Hut history 小屋')
    await page.keyboard.press('Enter')
    await expect(sidebar.getByText('Hut history 小屋')).toBeVisible()
    await sidebar.getByRole('searchbox').fill('kestrel')
    await expect(sidebar.getByText('Hut history 小屋')).toBeVisible()
    await sidebar.getByRole('searchbox').fill('no such words anywhere')
    await expect(sidebar.getByText('Hut history 小屋')).toBeHidden()
    await sidebar.getByRole('searchbox').fill('')
    await sidebar.getByText('Hut history 小屋').click()
    await page.keyboard.press('Delete')
    await expect(sidebar.getByText('Hut history 小屋')).toBeHidden()
    await someone.button('app:undo').click()
    await expect(sidebar.getByText('Hut history 小屋')).toBeVisible()
    await expect(someone.turn(question)).toBeVisible()
  })

  test('a chat is put into a folder, which is closed, renamed and dissolved', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const { say, button } = someone
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    const sidebar = page.getByRole('complementary', { name: 'Sidebar' })
    const chat = sidebar.getByRole('button', { name: question, exact: true })
    await chat.click({ button: 'right' })
    await page.getByRole('menuitem', { name: say('sessions:folders.move') }).click()
    const name = page.getByRole('combobox', { name: say('sessions:folders.name') })
    await expect(name).toBeFocused()
    expect(await seriousFindings(page)).toEqual([])
    await name.fill('小屋 huts')
    await page.keyboard.press('Enter')
    const folder = sidebar.getByRole('button', { name: /^小屋 huts/u })
    await expect(folder).toHaveAttribute('aria-expanded', 'true')
    expect(await seriousFindings(page)).toEqual([])
    await folder.press('Enter')
    await expect(chat).toBeHidden()
    await page.reload()
    await expect(folder).toHaveAttribute('aria-expanded', 'false')
    await folder.click({ button: 'right' })
    await page.getByRole('menuitem', { name: say('sessions:folders.rename') }).click()
    await name.fill('Huts')
    await page.keyboard.press('Enter')
    await expect(folder).toBeHidden()
    await expect(chat).toBeVisible()
    await button('sessions:folders.more', { name: 'Huts' }).click()
    await page.getByRole('menuitem', { name: say('sessions:folders.dissolve') }).click()
    await expect(sidebar.getByText('Huts', { exact: true })).toBeHidden()
    await expect(chat).toBeVisible()
  })

  test('an edited question takes the place of the old one, and both can be read', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await turn.hover()
    await turn.getByRole('button', { name: someone.say('chat:edit') }).click()
    await page
      .getByRole('textbox', { name: someone.say('chat:editQuestion'), exact: true })
      .fill('How long does the cable car take?')
    // An edit in progress outlives the page.
    await page.reload()
    await expect(page.getByRole('textbox', { name: someone.say('chat:editQuestion'), exact: true })).toHaveValue(
      'How long does the cable car take?',
    )
    await page.getByRole('textbox', { name: someone.say('chat:editQuestion'), exact: true }).press('Enter')
    const edited = someone.turn('How long does the cable car take?')
    await someone.answered(edited)
    await expect(turn).toBeHidden()
    await expect(edited).toContainText('2/2')
    // Would catch sides in the wrong order, a comparison that only a mouse opens, and one squeezed into a narrow window.
    const compare = edited.getByRole('button', { name: someone.say('chat:compareVersions') })
    await compare.press('Enter')
    const compared = page.getByRole('dialog', { name: someone.say('chat:compare.title') })
    const asked = compared.getByRole('region', { name: someone.say('chat:compare.question') }).getByRole('group')
    await expect(asked.nth(0)).toContainText('When was the stone hut')
    await expect(asked.nth(1)).toContainText('How long does the cable car take?')
    await expect(compared.getByRole('region', { name: /^Only in Version [12]$/u })).toHaveCount(2)
    await expect(compared.getByText(someone.say('chat:compare.sameConditions'))).toBeVisible()
    expect(await seriousFindings(page)).toEqual([])
    const places = async () => [await asked.nth(0).boundingBox(), await asked.nth(1).boundingBox()] as const
    const [left, right] = await places()
    expect(right?.x ?? 0).toBeGreaterThan((left?.x ?? 0) + (left?.width ?? 0))
    await page.setViewportSize({ width: 600, height: 800 })
    const [above, below] = await places()
    expect(below?.y ?? 0).toBeGreaterThanOrEqual((above?.y ?? 0) + (above?.height ?? 0))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.keyboard.press('Escape')
    await expect(compared).toBeHidden()
    await expect(compare).toBeFocused()
    await edited.getByRole('button', { name: someone.say('chat:versionBefore') }).click()
    await expect(turn).toBeVisible()
    await page.reload()
    await expect(edited).toContainText('2/2')
  })

  // Would catch a text that is gone because it was too long for a question.
  test('a text too long for a question stays when it is not to be a document', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const long = 'The lamp of the lower lock is lit at dusk. '.repeat(300).trim()
    const offer = page.getByRole('status').filter({ has: someone.button('chat:addAsDocument') })
    await someone.composer.fill(long)
    await offer.getByRole('button', { name: someone.say('app:cancel') }).click()
    await expect(offer).toBeHidden()
    await expect(someone.composer).toHaveValue(long)
    await someone.composer.fill(`${long}!`)
    await expect(offer).toBeVisible()
    await someone.composer.fill('')
    await expect(offer).toBeHidden()
  })

  // Would catch a conversation that cannot be searched where the window has no search of its own.
  test('words are found in the conversation, one after another', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask(question)
    await someone.answered(someone.turn(question))
    await page.keyboard.press('Control+f')
    const find = page.getByRole('search').filter({ has: page.getByRole('textbox', { name: someone.say('chat:find') }) })
    await find.getByRole('textbox').fill('kestrel col')
    await expect(find.getByRole('status')).toHaveText(/^1\/[2-9]$/u)
    const marked = () =>
      page.evaluate(() =>
        ['found-now', 'found'].map((name) =>
          [...(CSS.highlights.get(name) ?? [])].map((range) => (range as Range).cloneContents().textContent),
        ),
      )
    await expect.poll(async () => (await marked())[0]).toEqual(['Kestrel Col'])
    await find.getByRole('textbox').press('Enter')
    await expect(find.getByRole('status')).toHaveText(/^2\//u)
    await find.getByRole('textbox').fill('no such words')
    await expect(find.getByRole('status')).toHaveText(someone.say('viewer:noMatch'))
    await find.getByRole('textbox').press('Escape')
    await expect(find).toBeHidden()
    expect(await marked()).toEqual([[], []])
  })

  test('a chat limited to one document answers from that one only', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.composer.fill('#inventory')
    await page.getByRole('option', { name: /inventory\.csv/u }).click()
    await someone.ask(question)
    const turn = someone.turn(question)
    await someone.answered(turn)
    await expect(turn).toContainText('inventory.csv')
    for (const citation of await someone.citations(turn).all()) {
      await expect(citation).toHaveAccessibleName(/inventory\.csv/u)
    }
  })

  test('a question nothing answers is refused with help; an unclear one offers readings', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    // First, because later "it" would be what was asked before.
    await someone.ask('What about it?')
    const unclear = someone.turn('What about it?')
    await expect(unclear.getByRole('button', { name: someone.say('chat:searchAnyway') })).toBeVisible()
    const strange = 'Who won the chess championship in Reykjavik in 1972?'
    await someone.ask(strange)
    await expect(someone.turn(strange).getByLabel(someone.say('chat:refusalHelp'))).toBeVisible()
  })

  test('a question that was taken for a greeting is looked up when somebody says so', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.ask('Start meeting?')
    const turn = someone.turn('Start meeting?')
    await someone.answered(turn)
    await expect(someone.citations(turn)).toHaveCount(0)
    await turn.getByRole('button', { name: someone.say('chat:searchAnyway') }).click()
    await expect(page.getByRole('complementary').last().getByRole('listitem').first()).toBeVisible()
    await expect(turn.getByRole('button', { name: someone.say('chat:searchAnyway') })).toHaveCount(0)
  })

  // Would catch closest passages that look like an answer, or cards that lead nowhere.
  test('what comes closest is shown as cards, which open their documents at the marked sentence', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    const asked = 'How soon must the mayor be called when a red water level alarm is raised?'
    await someone.ask(asked)
    const turn = someone.turn(asked)
    await expect(turn).toContainText('The documents do not say this plainly.')
    await expect(turn).not.toContainText('Checked against')
    const cards = turn.getByRole('list', { name: someone.say('chat:closest') }).getByRole('button')
    await cards.filter({ hasText: '水位监测规程.md' }).click()
    await expect(page.getByRole('complementary').last()).toContainText('达到红色等级时')
  })

  test('what was typed but not sent is still there after a reload', async ({ cairn }) => {
    const { page } = cairn
    const someone = person(page)
    await someone.composer.fill('half a thought 半个想法')
    await page.reload()
    await expect(someone.composer).toHaveValue('half a thought 半个想法')
  })
})
