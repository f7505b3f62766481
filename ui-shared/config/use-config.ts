import { useQuery } from '@tanstack/react-query'
import { type Config, fetchConfig } from './config.ts'

export const configQuery = { queryKey: ['config'], queryFn: fetchConfig, staleTime: 300_000 }

/** The configuration; empty until it is known. The default title is 'Atrium' (T18). */
export const useConfig = (): Config => useQuery(configQuery).data ?? {}
