// Days, spans and times as they are written.

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

/** How the short names of time zones are written, as `Intl.DateTimeFormat` knows it. */
export const zones = 'en-GB';
export const byThisDevice = (zone: string): string => `${zone}, by this device`;

/** "27 Nov 2026", with months from 1. */
export const day = (year: number, month: number, date: number): string => `${String(date)} ${MONTHS[month - 1] ?? ''} ${String(year)}`;
/** "27 Nov", with months from 1. */
export const dayOfYear = (month: number, date: number): string => `${String(date)} ${MONTHS[month - 1] ?? ''}`;
export const dayAndTime = (date: string, time: string): string => `${date} ${time}`;
export const dayThenTime = (date: string, time: string): string => `${date}, ${time}`;

export const minutes = (count: number): string => `${String(count)} min`;
export const hoursAndMinutes = (hours: number, rest: number): string => `${String(hours)} h ${String(rest)} min`;
/** The same with two digits for the minutes, where spans are listed below each other. */
export const hoursAndTwo = (hours: number, rest: number): string => `${String(hours)} h ${String(rest).padStart(2, '0')} min`;
export const overMinutes = (count: number): string => `over ${String(count)} min`;
export const overHours = (count: number): string => `over ${String(count)} h`;
