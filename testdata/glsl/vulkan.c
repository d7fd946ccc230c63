// A compute shader with three storage buffers in one Vulkan device, the first that the loader finds.
//
//   vulkan compile SHADER.spv CACHE           writes what the driver keeps of the pipeline, its machine code in it
//   vulkan run SHADER.spv GROUPS A B T        executes it on the contents of three files, and writes FILE.out for each
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <vulkan/vulkan.h>

enum { BUFFERS = 3 };

static void ok(VkResult r, const char *what) {
	if (r) {
		fprintf(stderr, "%s: error %d of Vulkan\n", what, r);
		exit(1);
	}
}

static void *load(const char *path, size_t *size) {
	FILE *f = fopen(path, "rb");
	if (!f) {
		perror(path);
		exit(1);
	}
	fseek(f, 0, SEEK_END);
	*size = ftell(f);
	rewind(f);
	void *data = malloc(*size);
	if (fread(data, 1, *size, f) != *size) exit(1);
	fclose(f);
	return data;
}

static void save(const char *path, const void *data, size_t size) {
	FILE *f = fopen(path, "wb");
	if (!f || fwrite(data, 1, size, f) != size || fclose(f)) {
		perror(path);
		exit(1);
	}
}

static VkDevice device;
static VkPhysicalDevice physical;
static VkDescriptorSetLayout setLayout;
static VkPipelineLayout layout;
static VkPipelineCache cache;
static VkPipeline pipeline;

static void begin(const char *shader) {
	VkApplicationInfo app = {VK_STRUCTURE_TYPE_APPLICATION_INFO, .apiVersion = VK_API_VERSION_1_2};
	VkInstanceCreateInfo ii = {VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO, .pApplicationInfo = &app};
	VkInstance instance;
	ok(vkCreateInstance(&ii, 0, &instance), "instance");
	uint32_t n = 1;
	vkEnumeratePhysicalDevices(instance, &n, &physical);
	if (n == 0) ok(VK_ERROR_DEVICE_LOST, "no device");
	VkPhysicalDeviceFeatures features;
	vkGetPhysicalDeviceFeatures(physical, &features);
	features.robustBufferAccess = 0;
	float priority = 1;
	VkDeviceQueueCreateInfo qi = {VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO, .queueCount = 1, .pQueuePriorities = &priority};
	VkDeviceCreateInfo di = {VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO, .queueCreateInfoCount = 1, .pQueueCreateInfos = &qi, .pEnabledFeatures = &features};
	ok(vkCreateDevice(physical, &di, 0, &device), "device");

	VkDescriptorSetLayoutBinding bindings[BUFFERS];
	for (int i = 0; i < BUFFERS; i++)
		bindings[i] = (VkDescriptorSetLayoutBinding){i, VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, 1, VK_SHADER_STAGE_COMPUTE_BIT, 0};
	VkDescriptorSetLayoutCreateInfo si = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_LAYOUT_CREATE_INFO, .bindingCount = BUFFERS, .pBindings = bindings};
	ok(vkCreateDescriptorSetLayout(device, &si, 0, &setLayout), "layout");
	VkPipelineLayoutCreateInfo li = {VK_STRUCTURE_TYPE_PIPELINE_LAYOUT_CREATE_INFO, .setLayoutCount = 1, .pSetLayouts = &setLayout};
	ok(vkCreatePipelineLayout(device, &li, 0, &layout), "layout");
	VkPipelineCacheCreateInfo ci = {VK_STRUCTURE_TYPE_PIPELINE_CACHE_CREATE_INFO};
	ok(vkCreatePipelineCache(device, &ci, 0, &cache), "cache");

	size_t size;
	VkShaderModuleCreateInfo mi = {VK_STRUCTURE_TYPE_SHADER_MODULE_CREATE_INFO};
	mi.pCode = load(shader, &size);
	mi.codeSize = size;
	VkShaderModule module;
	ok(vkCreateShaderModule(device, &mi, 0, &module), "shader");
	VkComputePipelineCreateInfo pi = {VK_STRUCTURE_TYPE_COMPUTE_PIPELINE_CREATE_INFO, .layout = layout};
	pi.stage = (VkPipelineShaderStageCreateInfo){VK_STRUCTURE_TYPE_PIPELINE_SHADER_STAGE_CREATE_INFO, .stage = VK_SHADER_STAGE_COMPUTE_BIT, .module = module, .pName = "main"};
	ok(vkCreateComputePipelines(device, cache, 1, &pi, 0, &pipeline), "pipeline");
}

static void compile(const char *out) {
	size_t size = 0;
	ok(vkGetPipelineCacheData(device, cache, &size, 0), "cache");
	void *data = malloc(size);
	ok(vkGetPipelineCacheData(device, cache, &size, data), "cache");
	save(out, data, size);
}

static void run(int groups, char **files) {
	VkDescriptorPoolSize ps = {VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, BUFFERS};
	VkDescriptorPoolCreateInfo di = {VK_STRUCTURE_TYPE_DESCRIPTOR_POOL_CREATE_INFO, .maxSets = 1, .poolSizeCount = 1, .pPoolSizes = &ps};
	VkDescriptorPool pool;
	ok(vkCreateDescriptorPool(device, &di, 0, &pool), "descriptors");
	VkDescriptorSetAllocateInfo ai = {VK_STRUCTURE_TYPE_DESCRIPTOR_SET_ALLOCATE_INFO, .descriptorPool = pool, .descriptorSetCount = 1, .pSetLayouts = &setLayout};
	VkDescriptorSet set;
	ok(vkAllocateDescriptorSets(device, &ai, &set), "descriptors");

	void *mapped[BUFFERS];
	size_t sizes[BUFFERS];
	for (int i = 0; i < BUFFERS; i++) {
		void *data = load(files[i], &sizes[i]);
		VkBufferCreateInfo bi = {VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO, .size = sizes[i], .usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT};
		VkBuffer buffer;
		ok(vkCreateBuffer(device, &bi, 0, &buffer), "buffer");
		VkMemoryRequirements need;
		vkGetBufferMemoryRequirements(device, buffer, &need);
		VkMemoryAllocateInfo mi = {VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO, .allocationSize = need.size};
		VkDeviceMemory memory;
		ok(vkAllocateMemory(device, &mi, 0, &memory), "memory");
		ok(vkBindBufferMemory(device, buffer, memory, 0), "memory");
		ok(vkMapMemory(device, memory, 0, sizes[i], 0, &mapped[i]), "memory");
		memcpy(mapped[i], data, sizes[i]);
		VkDescriptorBufferInfo info = {buffer, 0, VK_WHOLE_SIZE};
		VkWriteDescriptorSet w = {VK_STRUCTURE_TYPE_WRITE_DESCRIPTOR_SET, .dstSet = set, .dstBinding = i, .descriptorCount = 1,
			.descriptorType = VK_DESCRIPTOR_TYPE_STORAGE_BUFFER, .pBufferInfo = &info};
		vkUpdateDescriptorSets(device, 1, &w, 0, 0);
	}

	VkCommandPoolCreateInfo pi = {VK_STRUCTURE_TYPE_COMMAND_POOL_CREATE_INFO};
	VkCommandPool commands;
	ok(vkCreateCommandPool(device, &pi, 0, &commands), "commands");
	VkCommandBufferAllocateInfo ci = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_ALLOCATE_INFO, .commandPool = commands, .commandBufferCount = 1};
	VkCommandBuffer cb;
	ok(vkAllocateCommandBuffers(device, &ci, &cb), "commands");
	VkCommandBufferBeginInfo gi = {VK_STRUCTURE_TYPE_COMMAND_BUFFER_BEGIN_INFO};
	ok(vkBeginCommandBuffer(cb, &gi), "commands");
	vkCmdBindPipeline(cb, VK_PIPELINE_BIND_POINT_COMPUTE, pipeline);
	vkCmdBindDescriptorSets(cb, VK_PIPELINE_BIND_POINT_COMPUTE, layout, 0, 1, &set, 0, 0);
	vkCmdDispatch(cb, groups, 1, 1);
	ok(vkEndCommandBuffer(cb), "commands");
	VkQueue queue;
	vkGetDeviceQueue(device, 0, 0, &queue);
	VkSubmitInfo si = {VK_STRUCTURE_TYPE_SUBMIT_INFO, .commandBufferCount = 1, .pCommandBuffers = &cb};
	ok(vkQueueSubmit(queue, 1, &si, 0), "submit");
	ok(vkQueueWaitIdle(queue), "run");
	for (int i = 0; i < BUFFERS; i++) {
		char path[4096];
		snprintf(path, sizeof path, "%s.out", files[i]);
		save(path, mapped[i], sizes[i]);
	}
}

int main(int argc, char **argv) {
	if (argc == 4 && !strcmp(argv[1], "compile")) {
		begin(argv[2]);
		compile(argv[3]);
	} else if (argc == 4 + BUFFERS && !strcmp(argv[1], "run")) {
		begin(argv[2]);
		run(atoi(argv[3]), argv + 4);
	} else {
		fprintf(stderr, "usage: vulkan compile SHADER.spv CACHE | run SHADER.spv GROUPS A B T\n");
		return 2;
	}
	return 0;
}
