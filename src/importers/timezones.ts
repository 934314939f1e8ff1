/** Time zones of products that name them as Rails does: `Berlin`, `Eastern Time (US & Canada)`. */
import { isTimezone } from '../core/platform/time/cron.ts'

/** Areas of the IANA names that contain cities and islands. */
const AREAS = ['Africa', 'America', 'Asia', 'Atlantic', 'Australia', 'Europe', 'Pacific']

/** Names of Rails that are no city of the IANA list. Source: `ActiveSupport::TimeZone` */
const IANA_NAMES: Readonly<Record<string, string>> = {
  'Abu Dhabi': 'Asia/Dubai',
  Alaska: 'America/Anchorage',
  'American Samoa': 'Pacific/Pago_Pago',
  Arizona: 'America/Phoenix',
  Astana: 'Asia/Almaty',
  'Atlantic Time (Canada)': 'America/Halifax',
  Beijing: 'Asia/Shanghai',
  Bern: 'Europe/Zurich',
  Brasilia: 'America/Sao_Paulo',
  Canberra: 'Australia/Sydney',
  'Cape Verde Is.': 'Atlantic/Cape_Verde',
  'Central America': 'America/Guatemala',
  'Central Time (US & Canada)': 'America/Chicago',
  'Chatham Is.': 'Pacific/Chatham',
  Chennai: 'Asia/Kolkata',
  'Eastern Time (US & Canada)': 'America/New_York',
  Edinburgh: 'Europe/London',
  Ekaterinburg: 'Asia/Yekaterinburg',
  Georgetown: 'America/Guyana',
  Greenland: 'America/Nuuk',
  Guadalajara: 'America/Mexico_City',
  Hanoi: 'Asia/Bangkok',
  Hawaii: 'Pacific/Honolulu',
  'Indiana (East)': 'America/Indiana/Indianapolis',
  'International Date Line West': 'Pacific/Midway',
  Islamabad: 'Asia/Karachi',
  'Marshall Is.': 'Pacific/Majuro',
  'Mid-Atlantic': 'Atlantic/South_Georgia',
  'Midway Island': 'Pacific/Midway',
  'Mountain Time (US & Canada)': 'America/Denver',
  Mumbai: 'Asia/Kolkata',
  'New Caledonia': 'Pacific/Noumea',
  'New Delhi': 'Asia/Kolkata',
  Newfoundland: 'America/St_Johns',
  "Nuku'alofa": 'Pacific/Tongatapu',
  Osaka: 'Asia/Tokyo',
  'Pacific Time (US & Canada)': 'America/Los_Angeles',
  Pretoria: 'Africa/Johannesburg',
  Quito: 'America/Guayaquil',
  Samoa: 'Pacific/Apia',
  Sapporo: 'Asia/Tokyo',
  Saskatchewan: 'America/Regina',
  'Solomon Is.': 'Pacific/Guadalcanal',
  'Sri Jayawardenepura': 'Asia/Colombo',
  'St. Petersburg': 'Europe/Moscow',
  'Tokelau Is.': 'Pacific/Fakaofo',
  Wellington: 'Pacific/Auckland',
  'West Central Africa': 'Africa/Algiers',
}

/** Returns the IANA name of a time zone; null when its name is not known. */
export function findTimezone(name: string): string | null {
  const city = name.replaceAll(' ', '_')
  const candidates = [IANA_NAMES[name], name, ...AREAS.map((area) => `${area}/${city}`)]
  return candidates.find((candidate) => candidate !== undefined && isTimezone(candidate)) ?? null
}
