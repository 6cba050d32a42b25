// `npm run screenshots`: every view in both languages and both themes into docs/screenshots, from a store of their own.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { chromium } from 'playwright'
import { writeDocumentsOfKinds, writeFilesInFiles } from './documents-of-kinds.mjs'
import { builtCli, ensureBuilt } from './build.mjs'
import { chromiumPath } from './chromium-path.mjs'
import { takeFolderViews } from './folder-pictures.mjs'
import { takeResearchViews } from './research-pictures.mjs'
import { slowHub, tinyModels } from './stand-in-models.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const target = process.argv[2] ?? join(root, 'docs', 'screenshots')
/** One look alone, such as `zh-dark`. */
const only = process.argv[3]
/** `kinds`: only the documents of each kind; `tools`: only the tools; `research`: only research and notes; `folders`: only watched folders. */
const part = process.argv[4]
const looks = [
  { language: 'en', locale: 'en-US', theme: 'light' },
  { language: 'en', locale: 'en-US', theme: 'dark' },
  { language: 'zh', locale: 'zh-CN', theme: 'light' },
  { language: 'zh', locale: 'zh-CN', theme: 'dark' },
]
const questions = {
  en: {
    compare: 'Compare the Hydra P3 and the Siskin R80 in accuracy and price.',
    pdf: 'How many overnight stays were there in 2024?',
    closest: 'How soon must the mayor be called when a red water level alarm is raised?',
    nothing: 'Who won the chess championship in Reykjavik in 1972?',
    unclear: 'What about it?',
    themes: 'What are the main themes of my documents?',
    written: 'How long does the cable car from Tarnsford to the station take?',
  },
  zh: {
    compare: '奥里尔湖的最大水深是多少？',
    pdf: '雪崩危险等级达到几级时禁止外出？',
    themes: '这些资料主要讲了什么？',
    closest: '2024 年最大雪深是多少？',
    nothing: '一九七二年的国际象棋冠军是谁？',
    unclear: '它怎么样？',
    written: '奥里尔湖的最大水深是多少？',
  },
}
/** What the tiny model says to that; the last sentence is for the critic. */
const answers = {
  en: 'The cable car from Tarnsford to the station takes **19 minutes** [1]. It carries at most six people or 450 kg of freight [1]. It runs around the clock, also in storms [1].',
  zh: '奥里尔湖的最大水深为 **47 米** [1]。湖面每年十二月初完全结冰 [1]。',
}
/** Questions for tools: two that are answered, one that cannot be, and one that waits for consent. */
const calls = {
  en: {
    table: 'What is the total weight in hauls.csv?',
    done: 'What is 15% of 890,000?',
    failed: '@calculator 1/0',
    consent: '@everything/echo message="Good morning"',
  },
  zh: {
    table: 'hauls.csv 里 Weight 总共是多少？',
    done: '一百二十万的百分之十五是多少？',
    failed: '@calculator 1/0',
    consent: '@everything/echo message="早上好"',
  },
}

const ticketsAsCsv = `Ticket,Opened,Reported by,Where it stands,What was done about it,Cost (EUR)
TKT-1042,2024-03-05,Harbour master,Waiting for a part,The winch was taken down and its brake was looked at,1250
TKT-1043,2024-03-07,Lighthouse keeper,Done,The lamp was exchanged,89
`

/** A reference server of the protocol, as its makers say to set it up. */
const everythingServer = {
  command: 'node',
  args: ['dist/index.js', 'stdio'],
  cwd: join(root, 'node_modules/@modelcontextprotocol/server-everything'),
}

await ensureBuilt()
await mkdir(target, { recursive: true })
const tiny = await tinyModels()
const hub = await slowHub()
const browser = await chromium.launch({
  executablePath: chromiumPath(),
  args: ['--no-sandbox', '--disable-background-networking', '--font-render-hinting=none'],
})
try {
  for (const look of looks.filter(({ language, theme }) => !only || only === `${language}-${theme}`)) {
    if (part === undefined || part === 'kinds') await takeKinds(look)
    if (part === undefined || part === 'tools') await takeTools(look)
    if (part === undefined || part === 'research') await takeResearch(look)
    if (part === undefined || part === 'folders') await takeFolders(look)
    if (part === undefined) await takeAll(look)
  }
} finally {
  await browser.close()
  hub.closeAllConnections()
  hub.close()
}

async function takeAll({ language, locale, theme }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-screenshots-'))
  await mkdir(join(folder, 'store'))
  const byRules = ['understand', 'clarify', 'summary', 'title'].map((task) => [task, { model: 'rules' }])
  const models = { threads: 1, mirror: `http://127.0.0.1:${hub.address().port}`, tasks: Object.fromEntries(byRules) }
  await writeFile(join(folder, 'store', 'settings.json'), JSON.stringify({ models }))
  const server = await serve(join(folder, 'store'))
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const { say, take, button, view, ask, openCitation } = stepsOf(page, { language, theme })

    const openExport = async () => {
      const chat = page.getByText(questions[language].compare.slice(0, 12)).first()
      await chat.click({ button: 'right' })
      await page.getByRole('menuitem', { name: say('exchange:menu.export'), exact: true }).click()
      await page.getByRole('dialog').waitFor()
    }
    const openImport = async (files) => {
      await view('settings').click()
      await button('exchange:settings.importNow').click()
      await page.getByRole('dialog').locator('input[type=file]').setInputFiles(files)
      await page.waitForTimeout(1500)
    }
    const takeOffline = async (path, name) => {
      const alone = await browser.newContext({
        offline: true,
        colorScheme: theme,
        viewport: { width: 900, height: 900 },
      })
      const reader = await alone.newPage()
      await reader.goto(pathToFileURL(path).href)
      await reader.screenshot({ path: join(target, `${name}-${language}-${theme}.png`) })
      console.log(`${name}-${language}-${theme}`)
      await alone.close()
    }

    const addModel = async (path, name) => {
      await button('models:add.label').click()
      await page.getByRole('menuitem', { name: say('models:add.path') }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill(path)
      await dialog.getByRole('button', { name: say('models:add.submit'), exact: true }).click()
      const row = page.locator('#models-installed').getByRole('listitem').filter({ hasText: name })
      await row.getByRole('button').last().waitFor()
      // What has just been said of it would hide what is to be shown.
      const notice = page
        .getByRole('region', { name: say('app:notices') })
        .getByRole('button', { name: say('app:close') })
      await notice.first().click()
      await notice.waitFor({ state: 'hidden' })
    }
    const give = async (role, name) => {
      await page.getByRole('combobox', { name: say(`models:use.${role}.name`), exact: true }).click()
      await page.getByRole('option', { name }).click()
    }
    const takeGraph = async () => {
      await view('graph').click()
      // Until nothing moves any more.
      await button('graph:arrange').waitFor({ timeout: 60_000 })
      await take('graph')
      await page
        .getByRole('list', { name: say('graph:lists.entities') })
        .getByRole('button')
        .first()
        .click()
      await page.waitForTimeout(1500)
      await take('graph-entity')
      await view('chat').click()
      await ask(questions[language].themes)
      await take('chat-themes')
    }
    const takeModels = async () => {
      const writer = join(folder, 'tiny-writer.gguf')
      await writeFile(writer, tiny.tinyGguf({ script: answers[language], chatTemplate: tiny.chatMlTemplate }))
      await tiny.writeTinyEncoder(join(folder, 'tiny-encoder'))
      await view('models').click()
      await addModel(writer, 'tiny-writer')
      await addModel(join(folder, 'tiny-encoder'), 'tiny-encoder')
      await give('language', 'tiny-writer')
      await give('embedder', 'tiny-encoder')
      const inUse = (key) => page.locator('#models-use').getByRole('button', { name: say(key), exact: true })
      await inUse('models:runtime.load').first().click()
      await inUse('models:runtime.unload').nth(1).waitFor()
      await view('chat').click()
      await button('app:newChat').click()
      await ask(questions[language].written)
      await take('chat-written')
      await view('models').click()
      await take('models')
      await page.locator('#models-catalogue').evaluate((section) => section.scrollIntoView({ block: 'start' }))
      await page.locator('#models-catalogue li').first().getByRole('button').first().click()
      await page.waitForTimeout(2500)
      await take('models-catalogue')
      await button('models:download.cancel').click()
    }

    await page.goto(server.link)
    await button('welcome:sample').waitFor()
    await take('welcome')
    await button('welcome:sample').click()
    await view('library').click()
    await take('library-busy')
    await page
      .getByRole('button', { name: `${say('library:group.ready')} 18`, exact: true })
      .waitFor({ timeout: 90_000 })
    const broken = join(folder, 'broken')
    await mkdir(broken)
    const pdf = readFileSync(join(root, 'resources/sample/annual-report-2024.pdf'))
    await writeFile(join(broken, 'cut-short.pdf'), pdf.subarray(0, 900))
    await writeFile(join(broken, 'empty.md'), '')
    await writeFile(join(broken, 'old-letter.doc'), Buffer.from('d0cf11e0a1b11ae100000000', 'hex'))
    await page
      .getByTestId('choose-files')
      .setInputFiles([join(broken, 'cut-short.pdf'), join(broken, 'empty.md'), join(broken, 'old-letter.doc')])
    await page.getByRole('button', { name: `${say('library:group.failed')} 3`, exact: true }).waitFor()
    await take('library')
    await view('chat').click()
    await take('chat-empty')
    await takeGraph()
    await button('app:newChat').click()
    await ask(questions[language].compare)
    await take('chat-answer')
    await page.getByRole('tab', { name: say('app:context') }).click()
    await page
      .getByRole('button', { name: new RegExp(`^${say('context:exclude')}`, 'u') })
      .first()
      .click()
    await take('context')
    await button('context:reset').click()
    await page.getByRole('tab', { name: say('app:evidence') }).click()
    await openExport()
    await page
      .getByRole('radio', { name: new RegExp(`^${say('exchange:format.html.name').slice(0, 2)}`, 'u') })
      .check({ force: true })
    await take('export')
    const download = page.waitForEvent('download')
    await button('exchange:export.submit').click()
    const exported = join(folder, 'chat.html')
    await (await download).saveAs(exported)
    await page.keyboard.press('Escape')
    await takeOffline(exported, 'exported-page')
    await openImport([exported, join(broken, 'empty.md')])
    await take('import')
    await page.keyboard.press('Escape')
    await view('chat').click()
    await openCitation()
    await take('document-markdown')
    await ask(questions[language].pdf)
    await openCitation()
    await take('document-pdf')
    await ask(questions[language].closest)
    await take('chat-closest')
    await ask(questions[language].nothing)
    await take('chat-refusal')
    await button('app:newChat').click()
    await ask(questions[language].unclear)
    await take('chat-asks-back')
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    await take('palette')
    await page.keyboard.press('Escape')
    await view('settings').click()
    await take('settings')
    await page
      .getByRole('heading', { name: say('settings:terms.title'), exact: true })
      .evaluate((heading) => heading.scrollIntoView({ block: 'start' }))
    await take('settings-terms')
    await view('chat').click()
    await page.setViewportSize({ width: 900, height: 640 })
    await page.getByText(questions[language].compare.slice(0, 12)).first().click()
    await page.waitForTimeout(500)
    await take('narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    await takeModels()
    process.kill(server.process.pid, 'SIGKILL')
    await page.getByText(say('app:lost')).waitFor()
    await take('engine-lost')
  } finally {
    await context.close()
    await stop(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Each kind of document with a cited passage, from a store with those alone. */
async function takeKinds({ language, locale, theme }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-kinds-'))
  await mkdir(join(folder, 'documents'))
  const kinds = await writeDocumentsOfKinds(join(folder, 'documents'), language)
  await mkdir(join(folder, 'store'))
  await writeFile(join(folder, 'store', 'settings.json'), JSON.stringify({ welcomed: true }))
  const server = await serve(join(folder, 'store'))
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const { say, take, button, view, ask, openCitation } = stepsOf(page, { language, theme })
    await page.goto(server.link)
    await view('library').click()
    await page.getByTestId('choose-files').setInputFiles(kinds.map(({ path }) => path))
    await page
      .getByRole('button', { name: `${say('library:group.ready')} ${kinds.length}`, exact: true })
      .waitFor({ timeout: 60_000 })
    await view('chat').click()
    for (const { kind, question } of kinds) {
      await button('app:newChat').click()
      await ask(question)
      await openCitation()
      await take(`document-${kind}`)
    }
    const { archive, mail, names, documents } = await writeFilesInFiles(join(folder, 'documents'), language)
    await view('library').click()
    await page.getByTestId('choose-files').setInputFiles([archive, mail])
    const ready = `${say('library:group.ready')} ${kinds.length + documents}`
    await page.getByRole('button', { name: ready, exact: true }).waitFor({ timeout: 60_000 })
    await take('library-files-in-files')
    for (const [kind, name] of Object.entries(names)) {
      const row = page.getByRole('row').filter({ hasText: name, hasNotText: '›' }).first()
      await row.getByRole('button', { name: say('library:row.more'), exact: true }).click()
      await take(`library-${kind}`)
      await page.getByRole('button', { name: say('library:row.less'), exact: true }).click()
    }
  } finally {
    await context.close()
    await stop(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Watched folders, in a store with those alone. */
async function takeFolders({ language, locale, theme }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-folders-'))
  await mkdir(join(folder, 'store'))
  await writeFile(join(folder, 'store', 'settings.json'), JSON.stringify({ welcomed: true }))
  const server = await serve(join(folder, 'store'))
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    await page.goto(server.link)
    await takeFolderViews(page, stepsOf(page, { language, theme }), language, join(folder, 'files'))
  } finally {
    await context.close()
    await stop(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Tools in a conversation and in the settings, with a program that has some. */
async function takeTools({ language, locale, theme }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-tools-'))
  await mkdir(join(folder, 'store'))
  await writeFile(join(folder, 'store', 'settings.json'), JSON.stringify({ welcomed: true }))
  const server = await serve(join(folder, 'store'))
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width: 1280, height: 800 } })
  try {
    const page = await context.newPage()
    const { say, take, button, view, ask } = stepsOf(page, { language, theme })
    const section = page.locator('#settings-tools')
    const showSettings = async (key) => {
      const heading = section.getByRole('heading', { name: say(key), exact: true })
      await heading.evaluate((element) => element.scrollIntoView({ block: 'start' }))
    }
    const unfoldLast = async () => {
      const card = page
        .getByRole('list', { name: say('chat:tools.list') })
        .last()
        .getByRole('button')
        .first()
      await card.click()
      await toTop(card)
    }
    await page.goto(server.link)
    await view('settings').click()
    await takeDoors(page, { language, theme }, folder)
    await section
      .getByRole('textbox', { name: say('settings:tools.add.json') })
      .fill(JSON.stringify({ mcpServers: { everything: everythingServer } }))
    await section.getByRole('button', { name: say('settings:tools.add.submit'), exact: true }).click()
    await section.getByText(say('settings:tools.programs.show'), { exact: true }).click()
    await section.getByRole('combobox').first().waitFor({ timeout: 30_000 })
    await showSettings('settings:tools.programs.title')
    await take('settings-tools')
    const [hauls, tickets] = [join(folder, 'hauls.csv'), join(folder, 'tickets.csv')]
    await writeFile(hauls, haulsAsCsv())
    await writeFile(tickets, ticketsAsCsv)
    await view('library').click()
    await page.getByTestId('choose-files').setInputFiles([hauls, tickets])
    await page
      .getByRole('button', { name: `${say('library:group.ready')} 2`, exact: true })
      .waitFor({ timeout: 90_000 })
    await view('chat').click()
    await ask(calls[language].table)
    await unfoldLast()
    await take('tool-table')
    const workings = page.getByText(say('chat:tools.workings'), { exact: true }).last()
    await workings.click()
    await toTop(workings)
    await take('tool-workings')
    await button('app:newChat').click()
    await button('app:closeSidebar').click()
    await button('app:closePanel').click()
    await page.setViewportSize({ width: 480, height: 800 })
    await ask('TKT-1042')
    await unfoldLast()
    await take('tool-table-narrow')
    await page.setViewportSize({ width: 1280, height: 800 })
    await button('app:openSidebar').click()
    await button('app:openPanel').click()
    await button('app:newChat').click()
    await ask(calls[language].done)
    await unfoldLast()
    await take('tool-done')
    await ask(calls[language].failed)
    await unfoldLast()
    await take('tool-failed')
    await button('app:newChat').click()
    await ask(calls[language].consent)
    await take('tool-consent')
    await button('chat:tools.consent.always').click()
    await page
      .locator('article')
      .last()
      .getByText(/^Echo: /u)
      .first()
      .waitFor()
    await page.getByRole('textbox', { name: say('chat:composer') }).fill('@')
    await page.getByRole('listbox').waitFor()
    await take('tool-picker')
    await page.getByRole('textbox', { name: say('chat:composer') }).fill('')
    await view('settings').click()
    await section.getByText(say('settings:tools.log.show'), { exact: true }).click()
    await section.getByRole('table').waitFor()
    await showSettings('settings:tools.consent.title')
    await take('settings-tools-log')
  } finally {
    await context.close()
    await stop(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

/** Scrolls the conversation, and nothing around it, until an element of it is near the top. */
async function toTop(element) {
  await element.evaluate((one) => {
    const scrolls = (box) => box.scrollHeight > box.clientHeight && getComputedStyle(box).overflowY !== 'hidden'
    let box = one.parentElement
    while (box && !(scrolls(box) && box.clientHeight > 300)) box = box.parentElement
    if (box) box.scrollTop += one.getBoundingClientRect().top - box.getBoundingClientRect().top - 120
  })
}

/** Exchange rates, and the ways in for other programs: open, and where another program has their port. */
async function takeDoors(page, look, folder) {
  const { say, take } = stepsOf(page, look)
  const doors = page.locator('#settings-doors')
  const rates = page.getByRole('group', { name: say('settings:tools.rates.title'), exact: true })
  const show = (element) => element.evaluate((one) => one.scrollIntoView({ block: 'start' }))
  const switchDoor = (name) => doors.getByRole('switch', { name: say(`settings:doors.${name}`), exact: true }).click()
  const usePort = async (port) => {
    const field = doors.getByRole('textbox', { name: say('settings:doors.port') })
    await field.fill(String(port))
    await field.press('Enter')
  }
  const file = join(folder, 'eurofxref-daily.xml')
  await writeFile(file, "<Cube><Cube time='2026-11-24'><Cube currency='USD' rate='1.0850'/></Cube></Cube>")
  await writeFile(join(folder, 'notes.csv'), 'Name,Age')
  await rates.locator('input[type=file]').setInputFiles(file)
  await rates.getByText('2026').waitFor()
  await rates.locator('input[type=file]').setInputFiles(join(folder, 'notes.csv'))
  await rates.getByRole('alert').waitFor()
  await rates.evaluate((one) => one.scrollIntoView({ block: 'center' }))
  await take('settings-rates')
  const other = createServer()
  await new Promise((done) => other.listen(0, '127.0.0.1', done))
  const { port } = other.address()
  await usePort(port)
  await switchDoor('mcp_http')
  await doors.getByText(say('settings:doors.problem.title')).waitFor()
  await show(doors)
  await take('settings-doors-problem')
  await new Promise((done) => other.close(done))
  await switchDoor('openai')
  await doors.getByText(`http://127.0.0.1:${port}/v1`).waitFor()
  const token = JSON.parse(readFileSync(join(folder, 'store', 'doors.json'), 'utf8')).token
  const headers = { Authorization: `Bearer ${token}`, 'User-Agent': 'OpenAI/Python 1.109.1' }
  await fetch(`http://127.0.0.1:${port}/v1/models`, { headers })
  await doors.getByText('OpenAI/Python').waitFor()
  await doors.getByRole('radio', { name: say('settings:doors.blocks.way.http') }).click()
  // With the block at its end.
  await page.setViewportSize({ width: 1280, height: 1040 })
  await show(doors)
  await take('settings-doors')
  await page.setViewportSize({ width: 1280, height: 800 })
}

/** A thousand hauls of fish, more than any card shows. */
function haulsAsCsv() {
  const quays = ['North Quay', 'South Quay', 'Lighthouse', 'Old Harbour']
  const rows = Array.from({ length: 1000 }, (_, at) => {
    const day = new Date(Date.UTC(2024, 0, 1 + (at % 366))).toISOString().slice(0, 10)
    return [
      at + 1,
      day,
      quays[at % 4],
      100 + ((at * 37) % 900),
      at % 25 === 0 ? 'Counted again by the harbour master' : '',
    ]
  })
  return [['Haul', 'Day', 'Quay', 'Weight (kg)', 'Note'], ...rows].map((row) => row.join(',')).join('\n')
}

async function stop(server) {
  if (server.process.exitCode !== null || server.process.signalCode !== null) return
  const gone = once(server.process, 'exit')
  server.process.kill('SIGTERM')
  await gone
}

/** What is done for every picture. */
/** Research from the form to the report, and a notebook, in a store that has read the sample collection. */
async function takeResearch({ language, locale, theme }) {
  const folder = await mkdtemp(join(tmpdir(), 'cairn-research-'))
  const store = join(folder, 'store')
  const reading = spawn(
    process.execPath,
    [builtCli, 'ingest', join(root, 'resources', 'sample'), '--collection', 'sample', '--store', store],
    { stdio: 'ignore' },
  )
  await once(reading, 'exit')
  const server = await serve(store)
  const context = await browser.newContext({ locale, colorScheme: theme, viewport: { width: 1440, height: 900 } })
  try {
    const page = await context.newPage()
    await page.goto(server.link)
    await takeResearchViews(page, stepsOf(page, { language, theme }), language)
  } finally {
    await context.close()
    await stop(server)
    await rm(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
}

function stepsOf(page, { language, theme }) {
  const say = textsOf(language)
  const take = async (name) => {
    // Carets blink and hover cards come and go.
    await page.mouse.move(640, 2)
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(target, `${name}-${language}-${theme}.png`), animations: 'disabled' })
    console.log(`${name}-${language}-${theme}`)
  }
  const button = (key) => page.getByRole('button', { name: say(key), exact: true })
  const view = (name) => page.getByRole('navigation').getByRole('button', { name: say(`app:${name}`), exact: true })
  const ask = async (question) => {
    await page.getByRole('textbox', { name: say('chat:composer') }).fill(question)
    await page.keyboard.press('Enter')
    await page.waitForTimeout(300)
    // Answers before it have such a button, too.
    await button('chat:stop').waitFor({ state: 'detached' })
    await page
      .getByRole('button', { name: say('chat:copyAnswer') })
      .last()
      .waitFor()
    await page.waitForTimeout(600)
  }
  const openCitation = async () => {
    await page
      .locator('article')
      .last()
      .getByRole('button', { name: /^(?:Source|来源) ?\d/u })
      .first()
      .click()
    await page.waitForTimeout(1500)
  }
  return { say, take, button, view, ask, openCitation }
}

function textsOf(language) {
  return (key) => {
    const [namespace, path] = key.split(':')
    const file = join(root, 'renderer/locales', language, `${namespace}.json`)
    return path.split('.').reduce((node, part) => node[part], JSON.parse(readFileSync(file, 'utf8')))
  }
}

async function serve(store) {
  const child = spawn(process.execPath, [builtCli, 'serve', '--store', store], { stdio: ['ignore', 'pipe', 'ignore'] })
  let printed = ''
  for await (const chunk of child.stdout) {
    printed += String(chunk)
    const [link] = /http:\/\/localhost:\d+\/open\?token=[\w-]+/u.exec(printed) ?? []
    if (link) return { process: child, link }
  }
  throw new Error(`cairn serve printed no link: ${printed}`)
}
