import type { Language } from '@engine/text/language'
import type { DiskFigures, LibraryFigures, MemoryFigures, PipelineFigures, ProcessorFigures } from './metrics-source'

/** As 1.3 GB; units of a thousand. */
export function bytesWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let [value, at] = [bytes, 0]
  while (value >= 999.5 && at < units.length - 1) {
    value /= 1000
    at += 1
  }
  return `${value < 10 && at > 0 ? value.toFixed(1) : Math.round(value)} ${units[at] ?? ''}`
}

export function memoryWords({ own, free, total }: MemoryFigures, language: Language): string {
  const [mine, left, all] = [own, free, total].map(bytesWords)
  return language === 'zh'
    ? `Cairn 的主进程占用 ${mine} 内存；本机共 ${all}，空闲 ${left}。`
    : `Cairn’s main process holds ${mine} of memory; of ${all} in this machine ${left} are free.`
}

export function processorWords({ cores, own, machine }: ProcessorFigures, language: Language): string {
  const [mine, all] = [own, machine].map((share) => `${Math.round(share * 100)}%`)
  return language === 'zh'
    ? `Cairn 的主进程正使用一个核心的 ${mine}；本机 ${cores} 个核心的总负载为 ${all}。`
    : `Cairn’s main process uses ${mine} of one core; the ${cores} ${cores === 1 ? 'core' : 'cores'} of this machine are ${all} busy.`
}

export function diskWords({ store, isAtLeast, free }: DiskFigures, language: Language): string {
  const size = bytesWords(store)
  if (language === 'zh')
    return `Cairn 的数据${isAtLeast ? '至少' : ''}占用磁盘 ${size}${free === null ? '' : `，磁盘剩余 ${bytesWords(free)}`}。`
  return `Cairn’s data take ${isAtLeast ? 'at least ' : ''}${size} on disk${free === null ? '' : `; ${bytesWords(free)} are free there`}.`
}

export function libraryWords({ documents, chunks, indexBytes }: LibraryFigures, language: Language): string {
  const [files, parts] = [documents, chunks].map((count) => count.toLocaleString('en-US'))
  if (language === 'zh')
    return `索引包含 ${files} 份文档、${parts} 个文本块${indexBytes === null ? '' : `，大小为 ${bytesWords(indexBytes)}`}。`
  const size = indexBytes === null ? '' : `, ${bytesWords(indexBytes)} on disk`
  return `The index has ${files} ${documents === 1 ? 'document' : 'documents'} in ${parts} ${chunks === 1 ? 'chunk' : 'chunks'}${size}.`
}

export function pipelineWords(figures: PipelineFigures | null, language: Language): string {
  if (!figures)
    return language === 'zh' ? '本次运行还没有可统计的回答用时。' : 'No answers of this run have been timed yet.'
  const { turns, medianMs, stages } = figures
  const each = stages.map(({ name, medianMs: ms }) => `${name} ${Math.round(ms)} ms`)
  if (language === 'zh') {
    return `最近 ${turns} 次回答用时的中位数为 ${Math.round(medianMs)} ms${each.length === 0 ? '' : `；各阶段：${each.join('，')}`}。`
  }
  const ofStages = each.length === 0 ? '' : `; by stage: ${each.join(', ')}`
  return `The median of the last ${turns} ${turns === 1 ? 'answer' : 'answers'} is ${Math.round(medianMs)} ms${ofStages}.`
}
