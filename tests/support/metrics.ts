import { pino } from 'pino'
import { expect } from 'vitest'
import { z } from 'zod'

const line = z.looseObject({ msg: z.string(), port: z.int().optional() })

/** A log that is kept, and the address of the port of metrics that it told of. */
export const keptLog = () => {
  const lines: string[] = []
  const logger = pino({ base: null }, { write: (text: string) => void lines.push(text) })
  return {
    logger,
    lines,
    metricsUrl: (): string => {
      const told = lines
        .map((text) => line.parse(JSON.parse(text)))
        .find(({ msg }) => msg === 'metrics and health are served')
      if (told?.port === undefined) throw new Error(`no port is told of: ${lines.join('')}`)
      return `http://127.0.0.1:${told.port}`
    },
  }
}

/** One sample of the text format of Prometheus. */
export type Sample = { name: string; labels: Record<string, string>; value: number }

const sample = /^(\w+)(?:\{(.*)\})? (\S+)$/
const label = /(\w+)="((?:[^"\\]|\\.)*)"/g

/** What a scrape answers, read as Prometheus reads it. */
export const scrape = async (url: string): Promise<Sample[]> => {
  const answer = await fetch(`${url}/metrics`)
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, expect.stringContaining('text/plain')])
  const lines = (await answer.text()).split('\n').filter((text) => text !== '' && !text.startsWith('#'))
  return lines.map((text) => {
    const [, name = '', labels = '', value = ''] = sample.exec(text) ?? []
    expect(name, text).not.toBe('')
    const named = [...labels.matchAll(label)].map(([, key = '', said = '']) => [key, said] as const)
    return { name, labels: Object.fromEntries(named), value: Number(value) }
  })
}

/** The sum of the samples of a name with these labels; undefined where there is none. */
export const valueOf = (
  samples: readonly Sample[],
  name: string,
  labels: Record<string, string> = {},
): number | undefined => {
  const found = samples.filter(
    (one) => one.name === name && Object.entries(labels).every(([key, value]) => one.labels[key] === value),
  )
  return found.length === 0 ? undefined : found.reduce((sum, { value }) => sum + value, 0)
}
