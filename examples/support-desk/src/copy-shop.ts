import { copyFileSync, existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Shop } from './database.ts';
import { openShop } from './database.ts';

const SHIPPED: string = join(import.meta.dirname, '../data/shop.sqlite');

/** Opens `file`, made as a copy of the shipped database where there is no such file. */
export function keepShop(file: string): Shop {
  if (!existsSync(file)) copyFileSync(SHIPPED, file);
  return openShop(file);
}

/** Opens a copy of the shipped database that is gone when the process ends. */
export function borrowShop(): Shop {
  const folder = mkdtempSync(join(tmpdir(), 'support-desk-'));
  const shop = keepShop(join(folder, 'shop.sqlite'));
  process.once('exit', () => {
    shop.close();
    rmSync(folder, { recursive: true, force: true });
  });
  return shop;
}
