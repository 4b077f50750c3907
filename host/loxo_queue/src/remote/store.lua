-- What the queue servers that share this Redis ask of it, each request as a whole.
-- ARGV: the prefix of all keys, the request, and what it needs.
--
-- P:names             the queues' names
-- P:items:Q           a queue's items, the first one first: "FLAGS EXPIRES PUT NUMBER\n" and the value; times in milliseconds since 1970
-- P:facts:Q           its counts, and `epoch`, which is another after the queue was emptied or made anew
-- P:children:Q        its fan-out queues
-- P:wake:Q            has an element when a client that waits should look at the queue
-- P:open:SERVER       items that clients of a server have open, by receipt: "EPOCH LENGTH\n", the queue's name, and the item
-- P:servers, P:lease:SERVER   servers, and until when each is taken to be there

local P, request = ARGV[1] .. ':', ARGV[2]
local call = redis.call

local function key(kind, q) return P .. kind .. ':' .. q end
local function count(q, field, by) return call('HINCRBY', key('facts', q), field, by) end
local function fact(q, field) return tonumber(call('HGET', key('facts', q), field) or 0) end
local function wake(q)
  if call('LLEN', key('wake', q)) == 0 then call('RPUSH', key('wake', q), '1') end
end

local clock = call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)

local function digits(number) return string.format('%.0f', number) end

local function parts(packed)
  local flags, expires, put, number, at = string.match(packed, '^(%d+) (%d+) (%d+) (%d+)\n()')
  return flags, tonumber(expires), tonumber(put), number, #packed - at + 1
end

local function parent_of(q) return string.match(q, '^(.-)%+') end

-- The queue of a name, made if there is none; false: there are too many.
local function ensure(q, most)
  if call('SISMEMBER', P .. 'names', q) == 1 then return true end
  if call('SCARD', P .. 'names') >= tonumber(most) then return false end
  call('SADD', P .. 'names', q)
  call('HSET', key('facts', q), 'epoch', call('INCR', P .. 'epochs'))
  local parent = parent_of(q)
  if parent then call('SADD', key('children', parent), q) end
  return true
end

local function leaves(q, packed)
  local _, _, put, _, length = parts(packed)
  count(q, 'bytes', 0 - length)
  return put
end

local function expire(q)
  while true do
    local packed = call('LINDEX', key('items', q), 0)
    if not packed then return end
    local _, expires = parts(packed)
    if expires == 0 or expires > now then return end
    call('LPOP', key('items', q))
    leaves(q, packed)
    count(q, 'expired', 1)
  end
end

local function taken(q, packed)
  local put = leaves(q, packed)
  local is_empty = call('LLEN', key('items', q)) == 0 and fact(q, 'open') == 0
  call('HSET', key('facts', q), 'age', is_empty and '0' or digits(math.max(now - put, 0)))
  count(q, 'taken', 1)
end

-- Limits below 0 are none. 1: stored; 0: the queue is full.
local function put(q, flags, ttl, value, items, bytes, age, discard)
  expire(q)
  items, bytes, age, ttl = tonumber(items), tonumber(bytes), tonumber(age), tonumber(ttl)
  while (items >= 0 and call('LLEN', key('items', q)) + fact(q, 'open') >= items) or (bytes >= 0 and fact(q, 'bytes') + #value > bytes) do
    local packed = discard == '1' and call('LPOP', key('items', q))
    if not packed then return 0 end
    leaves(q, packed)
    count(q, 'discarded', 1)
  end
  -- Below 0: it never expires.
  if age >= 0 and (ttl < 0 or ttl > age) then ttl = age end
  local expires = ttl < 0 and '0' or digits(now + ttl)
  local number = count(q, 'total', 1)
  call('RPUSH', key('items', q), flags .. ' ' .. expires .. ' ' .. digits(now) .. ' ' .. digits(number) .. '\n' .. value)
  count(q, 'bytes', #value)
  wake(q)
  return 1
end

-- An item that was open, or nothing: of a queue that has been emptied since, it is gone.
local function opened(server, receipt)
  local packed = call('HGET', key('open', server), receipt)
  if not packed then return end
  call('HDEL', key('open', server), receipt)
  local epoch, length, at = string.match(packed, '^(%d+) (%d+)\n()')
  local q = string.sub(packed, at, at + length - 1)
  if call('HGET', key('facts', q), 'epoch') ~= epoch then return end
  count(q, 'open', -1)
  return q, string.sub(packed, at + length)
end

local function give_back(server, receipt)
  local q, packed = opened(server, receipt)
  if not q then return end
  call('LPUSH', key('items', q), packed)
  wake(q)
end

local function give_all_back(server)
  local receipts = call('HKEYS', key('open', server))
  -- The one that was opened first is the first again.
  table.sort(receipts, function(a, b) return tonumber(a) > tonumber(b) end)
  for _, receipt in ipairs(receipts) do give_back(server, receipt) end
  call('DEL', key('lease', server))
  call('SREM', P .. 'servers', server)
end

local function empty(q)
  call('UNLINK', key('items', q), key('wake', q))
  call('HSET', key('facts', q), 'bytes', 0, 'open', 0, 'epoch', call('INCR', P .. 'epochs'))
end

local requests = {}

-- Queue, flags, milliseconds to live, value, most queues, four limits; then name and four limits of fan-out queues with their own.
function requests.put(q, flags, ttl, value, most, items, bytes, age, discard, ...)
  if not ensure(q, most) then return -1 end
  local own, given = {}, { ... }
  for at = 1, #given, 5 do own[given[at]] = { given[at + 1], given[at + 2], given[at + 3], given[at + 4] } end
  local outcome = put(q, flags, ttl, value, items, bytes, age, discard)
  for _, child in ipairs(call('SMEMBERS', key('children', q))) do
    local limits = own[child] or { items, bytes, age, discard }
    put(child, flags, ttl, value, unpack(limits))
  end
  return outcome
end

-- Queue, `remove`, `open` or `peek`, most queues, whether the client waits; server and receipt, for `open`.
function requests.take(q, how, most, waits, server, receipt)
  if call('SISMEMBER', P .. 'names', q) == 0 and not (parent_of(q) and ensure(q, most)) then return false end
  expire(q)
  if how == 'peek' then return call('LINDEX', key('items', q), 0) end
  local packed = call('LPOP', key('items', q))
  if not packed then return false end
  if how == 'open' then
    count(q, 'open', 1)
    call('HSET', key('open', server), receipt, call('HGET', key('facts', q), 'epoch') .. ' ' .. #q .. '\n' .. q .. packed)
  else
    taken(q, packed)
  end
  -- Others may wait for what is left.
  if waits == '1' and call('LLEN', key('items', q)) > 0 then wake(q) end
  return packed
end

function requests.close(server, receipt)
  local q, packed = opened(server, receipt)
  if q then taken(q, packed) end
  return 1
end

function requests.abort(server, receipt)
  give_back(server, receipt)
  return 1
end

function requests.delete(q)
  local parent = parent_of(q)
  if parent then call('SREM', key('children', parent), q) end
  call('UNLINK', key('items', q), key('wake', q), key('facts', q))
  return call('SREM', P .. 'names', q)
end

function requests.flush(q)
  local found = call('SISMEMBER', P .. 'names', q)
  if found == 1 then empty(q) end
  return found
end

function requests.flush_all()
  for _, q in ipairs(call('SMEMBERS', P .. 'names')) do empty(q) end
  return 1
end

-- Of each queue: name, items, bytes, total, expired, age, discarded, taken, open, children.
function requests.queues()
  local all = {}
  for _, q in ipairs(call('SMEMBERS', P .. 'names')) do
    local open = fact(q, 'open')
    all[#all + 1] = { q, call('LLEN', key('items', q)) + open, fact(q, 'bytes'), fact(q, 'total'), fact(q, 'expired'), fact(q, 'age'),
      fact(q, 'discarded'), fact(q, 'taken'), open, call('SCARD', key('children', q)) }
  end
  return all
end

-- The server is there for so many milliseconds more; what those have open that are not is given back.
function requests.renew(server, lease)
  call('SADD', P .. 'servers', server)
  call('SET', key('lease', server), '1', 'PX', lease)
  local gone = 0
  for _, other in ipairs(call('SMEMBERS', P .. 'servers')) do
    if call('EXISTS', key('lease', other)) == 0 then
      give_all_back(other)
      gone = gone + 1
    end
  end
  return gone
end

function requests.leave(server)
  give_all_back(server)
  return 1
end

return requests[request](unpack(ARGV, 3))
