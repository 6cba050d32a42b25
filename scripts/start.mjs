// `npm start`: builds what has changed, then opens Cairn in its own window, or where that cannot be, in the browser.
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { builtCli, ensureBuilt } from './build.mjs'
import { downloadElectron, electronBinary } from './electron-binary.mjs'
import { openWindow } from './open-window.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const args = process.argv.slice(2)
const env = process.env

const sentences = {
  en: {
    asked: 'CAIRN_SHELL=web is set, so Cairn runs in the browser.',
    noDisplay: 'There is no display here, so Cairn runs as a server for your browser.',
    root: 'A window does not open for the root user, so Cairn runs in the browser.',
    options: 'These options are for the browser, so Cairn runs there.',
    noBinary: 'The program for the window could not be downloaded here, so Cairn runs in the browser.',
    failed: 'The window could not be opened here, so Cairn runs in the browser.',
  },
  zh: {
    asked: '已设置 CAIRN_SHELL=web，Cairn 将在浏览器中运行。',
    noDisplay: '此处没有显示器，Cairn 将作为服务器供浏览器使用。',
    root: '窗口不能以 root 用户打开，Cairn 将在浏览器中运行。',
    options: '这些选项用于浏览器，Cairn 将在浏览器中运行。',
    noBinary: '此处无法下载窗口程序，Cairn 将在浏览器中运行。',
    failed: '此处无法打开窗口，Cairn 将在浏览器中运行。',
  },
}

/** Why there can be no window, as far as that is known without trying; undefined where there can be one. */
function whyNoWindow() {
  const onLinux = process.platform === 'linux'
  if (env.CAIRN_SHELL === 'web') return 'asked'
  if (onLinux && !env.DISPLAY && !env.WAYLAND_DISPLAY) return 'noDisplay'
  if (onLinux && process.getuid?.() === 0) return 'root'
  return storeGiven() === null ? 'options' : undefined
}

/** The folder of `--store`, undefined without one, null where there are other options that only a server has. */
function storeGiven() {
  if (args.length === 0) return undefined
  const [first = '', second] = args
  const folder = first.startsWith('--store=') ? first.slice('--store='.length) : first === '--store' ? second : null
  const complete = args.length === (first === '--store' ? 2 : 1)
  return folder && complete ? resolve(env.INIT_CWD ?? process.cwd(), folder) : null
}

async function serve(reason) {
  const chosen =
    args.includes('zh') || args.includes('--lang=zh') ? 'zh' : env.LC_ALL || env.LC_MESSAGES || env.LANG || ''
  process.stderr.write(`${sentences[chosen.toLowerCase().startsWith('zh') ? 'zh' : 'en'][reason]}\n`)
  process.argv.splice(2, args.length, 'serve', '--open', ...args)
  await import(pathToFileURL(builtCli).href)
}

// LanceDB's own warnings are for its developers; it reads this when it is loaded.
env.LANCEDB_LOG ??= 'error'
// As `forkEngine` of the terminal has it; it only counts when a process starts.
env.MALLOC_ARENA_MAX ??= '2'
let reason = whyNoWindow()
const wantsDownload = reason === undefined && (await electronBinary()) === undefined
await Promise.all([ensureBuilt(), wantsDownload ? downloadElectron() : undefined])
if (reason === undefined) {
  const binary = await electronBinary()
  const store = storeGiven()
  const windowEnv = { ...env, ...(store && { CAIRN_STORE: store }) }
  const code = binary === undefined ? undefined : await openWindow(binary, [root], windowEnv)
  if (code !== undefined) process.exit(code)
  reason = binary === undefined ? 'noBinary' : 'failed'
}
await serve(reason)
