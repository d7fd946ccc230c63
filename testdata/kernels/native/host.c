// Runs a kernel natively: work-items are coroutines, work-groups run one after the other (so one copy of a kernel's __local
// variables is enough), barrier() gives the turn to the next work-item. This is where the expected outputs come from.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { MAX_ITEMS = 1024, STACK = 256 << 10 };
enum { OK, ERR_SIZE, ERR_BARRIER };

struct dispatch {
	uint32_t grid[3], group[3], dims;
	uint32_t reverse; // run groups and work-items in descending order: a second opinion on whether the order matters
};

static struct {
	ucontext_t ctx;
	uint32_t id[3];
	int done;
} items[MAX_ITEMS];
static char *stacks;
static ucontext_t scheduler;
static const struct dispatch *dispatch;
static uint32_t group_id[3], local_size[3], current;
static void (*kernel)(void **);
static void **kernel_args;

uint32_t get_work_dim(void) { return dispatch->dims; }
uint32_t get_group_id(uint32_t d) { return d < 3 ? group_id[d] : 0; }
uint32_t get_local_id(uint32_t d) { return d < 3 ? items[current].id[d] : 0; }
uint32_t get_local_size(uint32_t d) { return d < 3 ? local_size[d] : 1; }
uint32_t get_enqueued_local_size(uint32_t d) { return d < 3 ? dispatch->group[d] : 1; }
uint32_t get_global_size(uint32_t d) { return d < 3 ? dispatch->grid[d] : 1; }
uint32_t get_global_offset(uint32_t d) { return 0; }
uint32_t get_global_id(uint32_t d) { return get_group_id(d) * get_enqueued_local_size(d) + get_local_id(d); }
uint32_t get_num_groups(uint32_t d) { return d < 3 ? (dispatch->grid[d] + dispatch->group[d] - 1) / dispatch->group[d] : 1; }
void barrier(uint32_t flags) { swapcontext(&items[current].ctx, &scheduler); }

// Exchange within waves of 64 work-items: everyone writes, everyone reads, and nobody writes again before all have read.
static uint32_t brought[MAX_ITEMS], aimed[MAX_ITEMS];

static void exchange(uint32_t v, uint32_t lane)
{
	brought[current] = v;
	aimed[current] = lane;
	barrier(0);
}

uint32_t wave_look(uint32_t v, uint32_t lane)
{
	exchange(v, lane);
	uint32_t got = brought[(current & ~63u) + lane];
	barrier(0);
	return got;
}

uint64_t wave_ballot(uint32_t v)
{
	exchange(v != 0, 0);
	uint64_t mask = 0;
	for (uint32_t l = 0; l < 64; l++)
		mask |= (uint64_t)brought[(current & ~63u) + l] << l;
	barrier(0);
	return mask;
}

// The value of the highest lane that aims here, 0 where none does (GCN3 ISA, DS_PERMUTE_B32).
uint32_t wave_send(uint32_t v, uint32_t lane)
{
	exchange(v, lane);
	uint32_t got = 0;
	for (uint32_t l = 0; l < 64; l++)
		if (aimed[(current & ~63u) + l] == (current & 63))
			got = brought[(current & ~63u) + l];
	barrier(0);
	return got;
}

static void item_main(void)
{
	kernel(kernel_args);
	items[current].done = 1;
}

static int run_group(void)
{
	uint32_t n = 1;
	for (int d = 0; d < 3; d++) {
		uint32_t left = dispatch->grid[d] - group_id[d] * dispatch->group[d];
		local_size[d] = left < dispatch->group[d] ? left : dispatch->group[d];
		n *= local_size[d];
	}
	for (uint32_t i = 0; i < n; i++) {
		items[i].id[0] = i % local_size[0];
		items[i].id[1] = i / local_size[0] % local_size[1];
		items[i].id[2] = i / local_size[0] / local_size[1];
		items[i].done = 0;
		getcontext(&items[i].ctx);
		items[i].ctx.uc_stack.ss_sp = stacks + (size_t)i * STACK;
		items[i].ctx.uc_stack.ss_size = STACK;
		items[i].ctx.uc_link = &scheduler;
		makecontext(&items[i].ctx, item_main, 0);
	}
	for (uint32_t done = 0; done < n;) {
		done = 0;
		for (uint32_t i = 0; i < n; i++) {
			current = dispatch->reverse ? n - 1 - i : i;
			swapcontext(&scheduler, &items[current].ctx);
			done += items[current].done;
		}
		if (done != 0 && done != n)
			return ERR_BARRIER; // some work-items ended while others stand at a barrier
	}
	return OK;
}

// native_run executes one launch. args[i] points at the value of argument i; local is the memory behind the launch's dynamic
// __local arguments, filled with rubbish before every work-group as hardware would leave it.
int native_run(void (*k)(void **), void **args, const struct dispatch *d, void *local, size_t local_bytes)
{
	uint32_t groups[3], total = 1;
	dispatch = d;
	kernel = k;
	kernel_args = args;
	if ((size_t)d->group[0] * d->group[1] * d->group[2] > MAX_ITEMS)
		return ERR_SIZE;
	if (stacks == NULL && (stacks = malloc((size_t)MAX_ITEMS * STACK)) == NULL)
		return ERR_SIZE;
	for (int i = 0; i < 3; i++)
		total *= groups[i] = get_num_groups(i);
	for (uint32_t g = 0; g < total; g++) {
		uint32_t n = d->reverse ? total - 1 - g : g;
		group_id[0] = n % groups[0];
		group_id[1] = n / groups[0] % groups[1];
		group_id[2] = n / groups[0] / groups[1];
		memset(local, d->reverse ? 0x5a : 0xa5, local_bytes);
		int err = run_group();
		if (err != OK)
			return err;
	}
	return OK;
}
