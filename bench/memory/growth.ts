import { round } from '../metrics'
import type { MemorySample } from './process-memory'

/** How much each figure grows with a thousand steps; null where a figure is not known. */
export type Growth = Readonly<Record<keyof MemorySample, number | null>>

/** Samples after so many steps. */
export interface Progressed extends MemorySample {
  readonly step: number
}

/** The slopes of least squares over the second half of the samples: in the first, caches fill. Zero for fewer than two. */
export function growthPerThousand(samples: readonly Progressed[]): Growth {
  const settled = samples.slice(Math.min(Math.floor(samples.length / 2), Math.max(0, samples.length - 2)))
  const slopeOf = (figure: keyof MemorySample) => {
    const points = settled.flatMap((sample): [number, number][] => {
      const value = sample[figure]
      return value === null ? [] : [[sample.step, value]]
    })
    return points.length < settled.length ? null : round(slope(points) * 1000, 2)
  }
  return {
    rss_mb: slopeOf('rss_mb'),
    anonymous_mb: slopeOf('anonymous_mb'),
    heap_used_mb: slopeOf('heap_used_mb'),
    external_mb: slopeOf('external_mb'),
    array_buffers_mb: slopeOf('array_buffers_mb'),
    handles: slopeOf('handles'),
    threads: slopeOf('threads'),
  }
}

function slope(points: readonly (readonly [number, number])[]): number {
  const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)
  const [meanX, meanY] = [mean(points.map(([x]) => x)), mean(points.map(([, y]) => y))]
  const spread = points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0)
  return spread === 0 ? 0 : points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0) / spread
}
