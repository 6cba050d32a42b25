import { type FileHandle, open, readdir, realpath, stat } from 'node:fs/promises'
import { basename, dirname, extname, join, relative, sep } from 'node:path'
import { z } from 'zod'
import { toCairnError } from '@shared/errors'
import type { CatalogueEntry, ModelFormat, ModelKind } from '@shared/models/models'
import { readJson } from '@engine/platform/durable-files'
import { unusable } from '../../onnx/onnx-errors'

export interface SourceFile {
  /** Absolute. */
  readonly from: string
  /** The file's path in the model's folder: relative, with `/`. */
  readonly to: string
  readonly bytes: number
}

/** The files of one model, found among what a person gave. */
export interface ModelSource {
  /** For people; as the model or its folder is called. */
  readonly name: string
  readonly kind: ModelKind
  readonly format: ModelFormat
  /** The weights come first. */
  readonly files: readonly SourceFile[]
}

const maxFiles = 2000
const maxConfigBytes = 5_000_000
/** Sub-folders that model repositories have; `1_Pooling` and the like are modules of sentence-transformers. */
const knownFolder = /^(?:onnx|\d+_[A-Za-z]+)$/
const companions = /\.(?:json|txt|model|jinja|md)$|^licen[cs]e/i
const modulePart = /^\d+_[A-Za-z]+\/(?:config\.json|model\.safetensors)$/
const splitName = /^(.*)-\d{5}-of-(\d{5})\.gguf$/i
/** A whole repository has the same model several times: the one for a processor without a graphics card comes first. */
const onnxOrder = ['model_quantized', 'model_int8', 'model_uint8', 'model', 'model_fp16']
const addTogether = 'Add its folder, or all of its files at once.'

const Config = z.looseObject({
  architectures: z.array(z.string()).optional().catch(undefined),
  model_type: z.string().optional().catch(undefined),
  _name_or_path: z.string().optional().catch(undefined),
})

/**
 * Finds out what model these paths are: one GGUF file, a folder, or the files of one model. Reads names, four bytes and
 * `config.json` only: what the weights say is read elsewhere, in a process that may die of it. Throws CairnError
 * MODEL_UNUSABLE, FILE_VANISHED, PERMISSION_DENIED.
 */
export async function recogniseModel(paths: readonly string[], entry?: CatalogueEntry): Promise<ModelSource> {
  const { title, files } = await collect(paths)
  const found = (await asGguf(title, files)) ?? (await asFolder(title, files, paths.length > 1))
  if (!found) throw unusable(nothingHere(files), 'Add a GGUF file, or the folder of an ONNX or Model2Vec model.')
  if (!entry) return found
  if (found.format !== entry.format)
    throw unusable(`These files are not ${entry.name}: they are of another format.`, 'Add the files of that model.')
  return { ...found, name: entry.name, kind: entry.kind }
}

async function collect(paths: readonly string[]): Promise<{ title: string; files: SourceFile[] }> {
  const files: SourceFile[] = []
  let title = ''
  try {
    for (const path of paths) {
      const chosen = await realpath(path)
      const found = await stat(chosen)
      if (found.isDirectory()) {
        const prefix = paths.length > 1 && knownFolder.test(basename(chosen)) ? `${basename(chosen)}/` : ''
        title ||= basename(chosen)
        for (const file of await filesBelow(chosen)) files.push({ ...file, to: prefix + file.to })
      } else if (found.isFile()) {
        const parent = basename(dirname(chosen))
        const to = paths.length > 1 && knownFolder.test(parent) ? `${parent}/${basename(chosen)}` : basename(chosen)
        title ||= paths.length > 1 ? '' : basename(chosen, extname(chosen))
        files.push({ from: chosen, to, bytes: found.size })
      }
    }
  } catch (thrown) {
    throw toCairnError(thrown)
  }
  const seen = new Set<string>()
  for (const { to } of files) {
    if (seen.has(to)) throw unusable(`Two of the files are both called ${to}.`, 'Add one model at a time.')
    seen.add(to)
  }
  return { title, files }
}

/** Files two folders deep; hidden ones and Cairn's own are left out. Links must not lead out of the folder. */
async function filesBelow(root: string): Promise<SourceFile[]> {
  const files: SourceFile[] = []
  const walk = async (folder: string, depth: number): Promise<void> => {
    for (const item of await readdir(folder, { withFileTypes: true })) {
      if (item.name.startsWith('.') || item.name === 'cairn-model.json') continue
      const path = join(folder, item.name)
      const target = item.isSymbolicLink() ? await realpath(path) : path
      if (!`${target}${sep}`.startsWith(`${root}${sep}`))
        throw unusable(`${item.name} is a link that leads out of its folder.`, 'Add the files themselves.')
      const found = await stat(target)
      if (found.isDirectory() && depth > 0 && !item.isSymbolicLink()) await walk(path, depth - 1)
      if (found.isFile()) files.push({ from: target, to: relative(root, path).replaceAll(sep, '/'), bytes: found.size })
      if (files.length > maxFiles)
        throw unusable('This folder holds far more than a model.', 'Choose the model’s own folder.')
    }
  }
  await walk(root, 1)
  return files
}

async function asGguf(title: string, files: readonly SourceFile[]): Promise<ModelSource | undefined> {
  const only = files.length === 1 ? files[0] : undefined
  const named = files.filter(({ to }) => to.toLowerCase().endsWith('.gguf'))
  if (only && named.length === 0) {
    if (!(await isGguf(only.from))) return undefined
    return { name: title, kind: 'language', format: 'gguf', files: [{ ...only, to: `${only.to}.gguf` }] }
  }
  const [first] = named.toSorted((a, b) => (a.to < b.to ? -1 : 1))
  if (!first) return undefined
  for (const file of named)
    if (!(await isGguf(file.from)))
      throw unusable(`${basename(file.to)} is no GGUF file, or it is damaged.`, 'Download it again.')
  const [, prefix, total] = splitName.exec(basename(first.to)) ?? []
  if (prefix !== undefined) {
    // Refused here, before gigabytes are copied that nothing can load.
    const message = `${prefix} is split into ${Number(total)} files, and Cairn runs models that are one file.`
    throw unusable(message, 'Join them with llama-gguf-split --merge, or choose a model that is one file.')
  }
  if (named.length > 1) throw unusable(`${named.length} models are in here.`, 'Add one GGUF file at a time.')
  return { name: basename(first.to, extname(first.to)), kind: 'language', format: 'gguf', files: [first] }
}

async function asFolder(
  title: string,
  files: readonly SourceFile[],
  isList: boolean,
): Promise<ModelSource | undefined> {
  const at = (path: string) => files.find(({ to }) => to === path)
  const onnx = chooseOnnx(files)
  const table = at('model.safetensors')
  if (!onnx && !table) return undefined
  const configFile = at('config.json')
  const missing = ['tokenizer.json', 'config.json'].filter((name) => !at(name))
  if (!onnx && (!configFile || missing.length > 0)) return undefined
  if (!configFile || missing.length > 0)
    throw unusable(
      `${missing.join(' and ')} ${missing.length > 1 ? 'are' : 'is'} missing beside the model.`,
      addTogether,
    )
  const config = await readConfig(configFile)
  const ofRepository = config._name_or_path?.split(/[\\/]/).findLast((part) => part !== '') ?? ''
  const name = (isList ? ofRepository || title : title || ofRepository) || basename(dirname(configFile.from))
  const rest = files.filter(({ to }) => (companions.test(to) && !to.includes('/')) || modulePart.test(to))
  if (table && isStatic(config)) return { name, kind: 'embedder', format: 'static', files: [table, ...rest] }
  if (!onnx) return undefined
  // Weights beside the graph, as `model.onnx_data` or `model.onnx.data_1`.
  const data = files.filter(({ to }) => to !== onnx.to && new RegExp(`^${escape(onnx.to)}[._]data`, 'i').test(to))
  return { name, kind: kindOf(config), format: 'onnx', files: [onnx, ...data, ...rest] }
}

function kindOf({ architectures = [] }: z.infer<typeof Config>): ModelKind {
  if (architectures.some((one) => one.endsWith('ForQuestionAnswering'))) return 'reader'
  return architectures.some((one) => one.endsWith('ForSequenceClassification')) ? 'reranker' : 'embedder'
}

function chooseOnnx(files: readonly SourceFile[]): SourceFile | undefined {
  const rank = ({ to }: SourceFile) => {
    const place = onnxOrder.indexOf(basename(to, '.onnx').toLowerCase())
    return place < 0 ? onnxOrder.length : place
  }
  const all = files.filter(({ to }) => /^(?:onnx\/)?[^/]+\.onnx$/i.test(to))
  return all.toSorted((a, b) => rank(a) - rank(b) || (a.to < b.to ? -1 : 1))[0]
}

function isStatic(config: z.infer<typeof Config>): boolean {
  return (
    config.model_type === 'model2vec' ||
    (config.architectures?.includes('StaticModel') ?? false) ||
    'apply_zipf' in config ||
    'apply_pca' in config
  )
}

async function readConfig(file: SourceFile): Promise<z.infer<typeof Config>> {
  const config = file.bytes > maxConfigBytes ? undefined : Config.safeParse(await readJson(file.from))
  if (config?.success) return config.data
  throw unusable('Its config.json cannot be read.', 'Download the model again.')
}

async function isGguf(path: string): Promise<boolean> {
  let file: FileHandle | undefined
  try {
    file = await open(path, 'r')
    const { buffer, bytesRead } = await file.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'GGUF'
  } catch (thrown) {
    throw toCairnError(thrown)
  } finally {
    await file?.close()
  }
}

function nothingHere(files: readonly SourceFile[]): string {
  if (files.length === 0) return 'There is no file in here.'
  if (files.some(({ to }) => /\.(?:safetensors|bin|pt|pth)$/i.test(to)))
    return 'These weights are in a format that Cairn cannot run.'
  return 'There is no model in here that Cairn can run.'
}

function escape(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
}
