import type { IncomingFile } from '@renderer/bridge/files'

/** The files of one model. */
export interface ModelFiles {
  readonly name: string
  readonly files: readonly IncomingFile[]
}

const gguf = /\.gguf$/iu
/** `name-00002-of-00003.gguf` */
const shard = /-\d{5}-of-(\d{5})\.gguf$/iu
const part =
  /(?:\.(?:onnx|onnx[._]data|safetensors|json|txt|model|bin|npy|npz)|^(?:license|licence|notice)(?:\.\w+)?)$/iu
const weights = /\.(?:onnx|safetensors|bin|npy|npz)$/iu
/** Extensions of documents. Names of model folders have dots of their own: `bge-small-v1.5`. */
const document =
  /\.(?:pdf|docx?|odt|rtf|md|markdown|html?|mht|epub|csv|tsv|xlsx?|ods|pptx?|odp|eml|msg|zip|7z|tar|gz|png|jpe?g|gif|webp|svg|mp[34]|mov|exe|dmg)$/iu

/** Begins the key of what is given by its path alone: the engine looks what is there. */
const wholePath = 'path '

/** Whether a file is a language model by its name, wherever in the window it is dropped. */
export function isModelFile({ name }: IncomingFile): boolean {
  return gguf.test(name)
}

/**
 * Groups files into models: a GGUF file with its parts, a folder, and all other loose files together. Files of no model
 * are in `others`.
 */
export function groupModelFiles(files: readonly IncomingFile[]): { models: ModelFiles[]; others: IncomingFile[] } {
  const groups = new Map<string, { name: string; files: IncomingFile[] }>()
  const others: IncomingFile[] = []
  for (const file of files) {
    const place = placeOf(file)
    if (!place) {
      // What lies beside the weights in a model's folder is not worth a word.
      if (file.folder === undefined || !files.some((one) => one.folder === file.folder && isWeights(one))) {
        others.push(file)
      }
      continue
    }
    const group = groups.get(place.key) ?? { name: place.name, files: [] }
    group.files.push(file)
    groups.set(place.key, group)
  }
  const models = [...groups].flatMap(([key, group]) => {
    // Without weights a few .json and .txt files are anything but a model.
    const isModel = key.startsWith(wholePath) || group.files.some(isWeights)
    if (!isModel) others.push(...group.files)
    return isModel ? [group] : []
  })
  return { models, others }
}

/** Sorts paths of GGUF files: each by itself, the parts of one together. */
export function groupGgufPaths(paths: readonly string[]): string[][] {
  const groups = new Map<string, string[]>()
  for (const path of paths) {
    const whole = path.replace(shard, '.gguf')
    groups.set(whole, [...(groups.get(whole) ?? []), path])
  }
  return [...groups.values()]
}

function placeOf({ name, path, folder }: IncomingFile): { key: string; name: string } | null {
  if (gguf.test(name)) {
    const whole = name.replace(shard, '.gguf')
    return { key: `gguf ${folder ?? ''} ${whole}`, name: whole }
  }
  if (folder !== undefined) return part.test(name) ? { key: `folder ${folder}`, name: folder } : null
  if (part.test(name)) return { key: 'parts', name }
  // In the window shell a folder is one entry; its name says nothing.
  return path !== null && !document.test(name) ? { key: `${wholePath}${path}`, name } : null
}

function isWeights({ name }: IncomingFile): boolean {
  return gguf.test(name) || weights.test(name)
}
