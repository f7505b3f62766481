import { useNavigation } from 'react-router-dom'
import { useLate } from './states.tsx'

const Line = () => (useLate(150) ? <div className="progress-line" role="presentation" /> : null)

/** A line of 2 px at the top while the next screen is on its way, shown after 150 ms (T4). */
export const RouteProgress = () => (useNavigation().state === 'idle' ? null : <Line />)
